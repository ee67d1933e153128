#!/bin/sh
# Link as cc does, with the unwinder inside the library: small images lack libgcc_s.so.
for argument do
  shift
  [ "$argument" = -lgcc_s ] && argument=-lgcc_eh
  set -- "$@" "$argument"
done
exec cc "$@"
