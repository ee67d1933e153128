"""Compiled by fastjsonschema from the schemas of spec/.

Generated: edit spec/ and run `make generate`.
"""

# ruff: noqa
# mypy: ignore-errors
import re


class Invalid(Exception):
    """The instance is not valid. There is no message, so that no value of it can leak."""


REGEX_PATTERNS = {
    '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$': re.compile('^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}\\Z'),
    '^(?:[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)[Tt](?:(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]+)?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])|23:59:60(?:\\.[0-9]+)?(?:[Zz]|[+-]00:00)|11:59:60(?:\\.[0-9]+)?[-]12:00|12:14:60(?:\\.[0-9]+)?[-]11:45|12:29:60(?:\\.[0-9]+)?[-]11:30|12:44:60(?:\\.[0-9]+)?[-]11:15|12:59:60(?:\\.[0-9]+)?[-]11:00|13:14:60(?:\\.[0-9]+)?[-]10:45|13:29:60(?:\\.[0-9]+)?[-]10:30|13:44:60(?:\\.[0-9]+)?[-]10:15|13:59:60(?:\\.[0-9]+)?[-]10:00|14:14:60(?:\\.[0-9]+)?[-]09:45|14:29:60(?:\\.[0-9]+)?[-]09:30|14:44:60(?:\\.[0-9]+)?[-]09:15|14:59:60(?:\\.[0-9]+)?[-]09:00|15:14:60(?:\\.[0-9]+)?[-]08:45|15:29:60(?:\\.[0-9]+)?[-]08:30|15:44:60(?:\\.[0-9]+)?[-]08:15|15:59:60(?:\\.[0-9]+)?[-]08:00|16:14:60(?:\\.[0-9]+)?[-]07:45|16:29:60(?:\\.[0-9]+)?[-]07:30|16:44:60(?:\\.[0-9]+)?[-]07:15|16:59:60(?:\\.[0-9]+)?[-]07:00|17:14:60(?:\\.[0-9]+)?[-]06:45|17:29:60(?:\\.[0-9]+)?[-]06:30|17:44:60(?:\\.[0-9]+)?[-]06:15|17:59:60(?:\\.[0-9]+)?[-]06:00|18:14:60(?:\\.[0-9]+)?[-]05:45|18:29:60(?:\\.[0-9]+)?[-]05:30|18:44:60(?:\\.[0-9]+)?[-]05:15|18:59:60(?:\\.[0-9]+)?[-]05:00|19:14:60(?:\\.[0-9]+)?[-]04:45|19:29:60(?:\\.[0-9]+)?[-]04:30|19:44:60(?:\\.[0-9]+)?[-]04:15|19:59:60(?:\\.[0-9]+)?[-]04:00|20:14:60(?:\\.[0-9]+)?[-]03:45|20:29:60(?:\\.[0-9]+)?[-]03:30|20:44:60(?:\\.[0-9]+)?[-]03:15|20:59:60(?:\\.[0-9]+)?[-]03:00|21:14:60(?:\\.[0-9]+)?[-]02:45|21:29:60(?:\\.[0-9]+)?[-]02:30|21:44:60(?:\\.[0-9]+)?[-]02:15|21:59:60(?:\\.[0-9]+)?[-]02:00|22:14:60(?:\\.[0-9]+)?[-]01:45|22:29:60(?:\\.[0-9]+)?[-]01:30|22:44:60(?:\\.[0-9]+)?[-]01:15|22:59:60(?:\\.[0-9]+)?[-]01:00|23:14:60(?:\\.[0-9]+)?[-]00:45|23:29:60(?:\\.[0-9]+)?[-]00:30|23:44:60(?:\\.[0-9]+)?[-]00:15|00:14:60(?:\\.[0-9]+)?[+]00:15|00:29:60(?:\\.[0-9]+)?[+]00:30|00:44:60(?:\\.[0-9]+)?[+]00:45|00:59:60(?:\\.[0-9]+)?[+]01:00|01:14:60(?:\\.[0-9]+)?[+]01:15|01:29:60(?:\\.[0-9]+)?[+]01:30|01:44:60(?:\\.[0-9]+)?[+]01:45|01:59:60(?:\\.[0-9]+)?[+]02:00|02:14:60(?:\\.[0-9]+)?[+]02:15|02:29:60(?:\\.[0-9]+)?[+]02:30|02:44:60(?:\\.[0-9]+)?[+]02:45|02:59:60(?:\\.[0-9]+)?[+]03:00|03:14:60(?:\\.[0-9]+)?[+]03:15|03:29:60(?:\\.[0-9]+)?[+]03:30|03:44:60(?:\\.[0-9]+)?[+]03:45|03:59:60(?:\\.[0-9]+)?[+]04:00|04:14:60(?:\\.[0-9]+)?[+]04:15|04:29:60(?:\\.[0-9]+)?[+]04:30|04:44:60(?:\\.[0-9]+)?[+]04:45|04:59:60(?:\\.[0-9]+)?[+]05:00|05:14:60(?:\\.[0-9]+)?[+]05:15|05:29:60(?:\\.[0-9]+)?[+]05:30|05:44:60(?:\\.[0-9]+)?[+]05:45|05:59:60(?:\\.[0-9]+)?[+]06:00|06:14:60(?:\\.[0-9]+)?[+]06:15|06:29:60(?:\\.[0-9]+)?[+]06:30|06:44:60(?:\\.[0-9]+)?[+]06:45|06:59:60(?:\\.[0-9]+)?[+]07:00|07:14:60(?:\\.[0-9]+)?[+]07:15|07:29:60(?:\\.[0-9]+)?[+]07:30|07:44:60(?:\\.[0-9]+)?[+]07:45|07:59:60(?:\\.[0-9]+)?[+]08:00|08:14:60(?:\\.[0-9]+)?[+]08:15|08:29:60(?:\\.[0-9]+)?[+]08:30|08:44:60(?:\\.[0-9]+)?[+]08:45|08:59:60(?:\\.[0-9]+)?[+]09:00|09:14:60(?:\\.[0-9]+)?[+]09:15|09:29:60(?:\\.[0-9]+)?[+]09:30|09:44:60(?:\\.[0-9]+)?[+]09:45|09:59:60(?:\\.[0-9]+)?[+]10:00|10:14:60(?:\\.[0-9]+)?[+]10:15|10:29:60(?:\\.[0-9]+)?[+]10:30|10:44:60(?:\\.[0-9]+)?[+]10:45|10:59:60(?:\\.[0-9]+)?[+]11:00|11:14:60(?:\\.[0-9]+)?[+]11:15|11:29:60(?:\\.[0-9]+)?[+]11:30|11:44:60(?:\\.[0-9]+)?[+]11:45|11:59:60(?:\\.[0-9]+)?[+]12:00|12:14:60(?:\\.[0-9]+)?[+]12:15|12:29:60(?:\\.[0-9]+)?[+]12:30|12:44:60(?:\\.[0-9]+)?[+]12:45|12:59:60(?:\\.[0-9]+)?[+]13:00|13:14:60(?:\\.[0-9]+)?[+]13:15|13:29:60(?:\\.[0-9]+)?[+]13:30|13:44:60(?:\\.[0-9]+)?[+]13:45|13:59:60(?:\\.[0-9]+)?[+]14:00)$': re.compile('^(?:[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)[Tt](?:(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]+)?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])|23:59:60(?:\\.[0-9]+)?(?:[Zz]|[+-]00:00)|11:59:60(?:\\.[0-9]+)?[-]12:00|12:14:60(?:\\.[0-9]+)?[-]11:45|12:29:60(?:\\.[0-9]+)?[-]11:30|12:44:60(?:\\.[0-9]+)?[-]11:15|12:59:60(?:\\.[0-9]+)?[-]11:00|13:14:60(?:\\.[0-9]+)?[-]10:45|13:29:60(?:\\.[0-9]+)?[-]10:30|13:44:60(?:\\.[0-9]+)?[-]10:15|13:59:60(?:\\.[0-9]+)?[-]10:00|14:14:60(?:\\.[0-9]+)?[-]09:45|14:29:60(?:\\.[0-9]+)?[-]09:30|14:44:60(?:\\.[0-9]+)?[-]09:15|14:59:60(?:\\.[0-9]+)?[-]09:00|15:14:60(?:\\.[0-9]+)?[-]08:45|15:29:60(?:\\.[0-9]+)?[-]08:30|15:44:60(?:\\.[0-9]+)?[-]08:15|15:59:60(?:\\.[0-9]+)?[-]08:00|16:14:60(?:\\.[0-9]+)?[-]07:45|16:29:60(?:\\.[0-9]+)?[-]07:30|16:44:60(?:\\.[0-9]+)?[-]07:15|16:59:60(?:\\.[0-9]+)?[-]07:00|17:14:60(?:\\.[0-9]+)?[-]06:45|17:29:60(?:\\.[0-9]+)?[-]06:30|17:44:60(?:\\.[0-9]+)?[-]06:15|17:59:60(?:\\.[0-9]+)?[-]06:00|18:14:60(?:\\.[0-9]+)?[-]05:45|18:29:60(?:\\.[0-9]+)?[-]05:30|18:44:60(?:\\.[0-9]+)?[-]05:15|18:59:60(?:\\.[0-9]+)?[-]05:00|19:14:60(?:\\.[0-9]+)?[-]04:45|19:29:60(?:\\.[0-9]+)?[-]04:30|19:44:60(?:\\.[0-9]+)?[-]04:15|19:59:60(?:\\.[0-9]+)?[-]04:00|20:14:60(?:\\.[0-9]+)?[-]03:45|20:29:60(?:\\.[0-9]+)?[-]03:30|20:44:60(?:\\.[0-9]+)?[-]03:15|20:59:60(?:\\.[0-9]+)?[-]03:00|21:14:60(?:\\.[0-9]+)?[-]02:45|21:29:60(?:\\.[0-9]+)?[-]02:30|21:44:60(?:\\.[0-9]+)?[-]02:15|21:59:60(?:\\.[0-9]+)?[-]02:00|22:14:60(?:\\.[0-9]+)?[-]01:45|22:29:60(?:\\.[0-9]+)?[-]01:30|22:44:60(?:\\.[0-9]+)?[-]01:15|22:59:60(?:\\.[0-9]+)?[-]01:00|23:14:60(?:\\.[0-9]+)?[-]00:45|23:29:60(?:\\.[0-9]+)?[-]00:30|23:44:60(?:\\.[0-9]+)?[-]00:15|00:14:60(?:\\.[0-9]+)?[+]00:15|00:29:60(?:\\.[0-9]+)?[+]00:30|00:44:60(?:\\.[0-9]+)?[+]00:45|00:59:60(?:\\.[0-9]+)?[+]01:00|01:14:60(?:\\.[0-9]+)?[+]01:15|01:29:60(?:\\.[0-9]+)?[+]01:30|01:44:60(?:\\.[0-9]+)?[+]01:45|01:59:60(?:\\.[0-9]+)?[+]02:00|02:14:60(?:\\.[0-9]+)?[+]02:15|02:29:60(?:\\.[0-9]+)?[+]02:30|02:44:60(?:\\.[0-9]+)?[+]02:45|02:59:60(?:\\.[0-9]+)?[+]03:00|03:14:60(?:\\.[0-9]+)?[+]03:15|03:29:60(?:\\.[0-9]+)?[+]03:30|03:44:60(?:\\.[0-9]+)?[+]03:45|03:59:60(?:\\.[0-9]+)?[+]04:00|04:14:60(?:\\.[0-9]+)?[+]04:15|04:29:60(?:\\.[0-9]+)?[+]04:30|04:44:60(?:\\.[0-9]+)?[+]04:45|04:59:60(?:\\.[0-9]+)?[+]05:00|05:14:60(?:\\.[0-9]+)?[+]05:15|05:29:60(?:\\.[0-9]+)?[+]05:30|05:44:60(?:\\.[0-9]+)?[+]05:45|05:59:60(?:\\.[0-9]+)?[+]06:00|06:14:60(?:\\.[0-9]+)?[+]06:15|06:29:60(?:\\.[0-9]+)?[+]06:30|06:44:60(?:\\.[0-9]+)?[+]06:45|06:59:60(?:\\.[0-9]+)?[+]07:00|07:14:60(?:\\.[0-9]+)?[+]07:15|07:29:60(?:\\.[0-9]+)?[+]07:30|07:44:60(?:\\.[0-9]+)?[+]07:45|07:59:60(?:\\.[0-9]+)?[+]08:00|08:14:60(?:\\.[0-9]+)?[+]08:15|08:29:60(?:\\.[0-9]+)?[+]08:30|08:44:60(?:\\.[0-9]+)?[+]08:45|08:59:60(?:\\.[0-9]+)?[+]09:00|09:14:60(?:\\.[0-9]+)?[+]09:15|09:29:60(?:\\.[0-9]+)?[+]09:30|09:44:60(?:\\.[0-9]+)?[+]09:45|09:59:60(?:\\.[0-9]+)?[+]10:00|10:14:60(?:\\.[0-9]+)?[+]10:15|10:29:60(?:\\.[0-9]+)?[+]10:30|10:44:60(?:\\.[0-9]+)?[+]10:45|10:59:60(?:\\.[0-9]+)?[+]11:00|11:14:60(?:\\.[0-9]+)?[+]11:15|11:29:60(?:\\.[0-9]+)?[+]11:30|11:44:60(?:\\.[0-9]+)?[+]11:45|11:59:60(?:\\.[0-9]+)?[+]12:00|12:14:60(?:\\.[0-9]+)?[+]12:15|12:29:60(?:\\.[0-9]+)?[+]12:30|12:44:60(?:\\.[0-9]+)?[+]12:45|12:59:60(?:\\.[0-9]+)?[+]13:00|13:14:60(?:\\.[0-9]+)?[+]13:15|13:29:60(?:\\.[0-9]+)?[+]13:30|13:44:60(?:\\.[0-9]+)?[+]13:45|13:59:60(?:\\.[0-9]+)?[+]14:00)\\Z')
}

NoneType = type(None)

def validate___definitions_closed_any_value(data):
    if not isinstance(data, (list, bool, NoneType, int, float, dict, str)):
        raise Invalid
    if isinstance(data, (int, float)) and not isinstance(data, bool):
        if data < -9007199254740991:
            raise Invalid
        if data > 9007199254740991:
            raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_closed_any_value(data_item)
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_closed_any_value(data_value)
    return data


def validate___definitions_closed_container(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (str, NoneType)):
                raise Invalid
        if "image" in data_keys:
            data_keys.remove("image")
            data__image = data["image"]
            if not isinstance(data__image, (str, NoneType)):
                raise Invalid
        if "imagePullPolicy" in data_keys:
            data_keys.remove("imagePullPolicy")
            data__imagePullPolicy = data["imagePullPolicy"]
            if not isinstance(data__imagePullPolicy, (str, NoneType)):
                raise Invalid
        if "workingDir" in data_keys:
            data_keys.remove("workingDir")
            data__workingDir = data["workingDir"]
            if not isinstance(data__workingDir, (str, NoneType)):
                raise Invalid
        if "restartPolicy" in data_keys:
            data_keys.remove("restartPolicy")
            data__restartPolicy = data["restartPolicy"]
            if not isinstance(data__restartPolicy, (str, NoneType)):
                raise Invalid
        if "command" in data_keys:
            data_keys.remove("command")
            data__command = data["command"]
            if not isinstance(data__command, (list, NoneType)):
                raise Invalid
            data__command_is_list = isinstance(data__command, (list))
            if data__command_is_list:
                data__command_len = len(data__command)
                if data__command_len > 10000:
                    raise Invalid
                for data__command_x, data__command_item in enumerate(data__command):
                    if not isinstance(data__command_item, (str)):
                        raise Invalid
        if "args" in data_keys:
            data_keys.remove("args")
            data__args = data["args"]
            if not isinstance(data__args, (list, NoneType)):
                raise Invalid
            data__args_is_list = isinstance(data__args, (list))
            if data__args_is_list:
                data__args_len = len(data__args)
                if data__args_len > 10000:
                    raise Invalid
                for data__args_x, data__args_item in enumerate(data__args):
                    if not isinstance(data__args_item, (str)):
                        raise Invalid
        if "env" in data_keys:
            data_keys.remove("env")
            data__env = data["env"]
            if not isinstance(data__env, (list, NoneType)):
                raise Invalid
            data__env_is_list = isinstance(data__env, (list))
            if data__env_is_list:
                data__env_len = len(data__env)
                if data__env_len > 10000:
                    raise Invalid
                for data__env_x, data__env_item in enumerate(data__env):
                    validate___definitions_closed_envvar(data__env_item)
        if "envFrom" in data_keys:
            data_keys.remove("envFrom")
            data__envFrom = data["envFrom"]
            if not isinstance(data__envFrom, (list, NoneType)):
                raise Invalid
            data__envFrom_is_list = isinstance(data__envFrom, (list))
            if data__envFrom_is_list:
                data__envFrom_len = len(data__envFrom)
                if data__envFrom_len > 10000:
                    raise Invalid
                for data__envFrom_x, data__envFrom_item in enumerate(data__envFrom):
                    if not isinstance(data__envFrom_item, (dict)):
                        raise Invalid
                    data__envFrom_item_is_dict = isinstance(data__envFrom_item, dict)
                    if data__envFrom_item_is_dict:
                        data__envFrom_item_len = len(data__envFrom_item)
                        if data__envFrom_item_len > 10000:
                            raise Invalid
                        data__envFrom_item_keys = set(data__envFrom_item.keys())
                        for data__envFrom_item_key in data__envFrom_item_keys:
                            if data__envFrom_item_key not in []:
                                data__envFrom_item_value = data__envFrom_item.get(data__envFrom_item_key)
                                validate___definitions_closed_any_value(data__envFrom_item_value)
        if "resources" in data_keys:
            data_keys.remove("resources")
            data__resources = data["resources"]
            validate___definitions_closed_containerresources_null(data__resources)
        if "volumeMounts" in data_keys:
            data_keys.remove("volumeMounts")
            data__volumeMounts = data["volumeMounts"]
            if not isinstance(data__volumeMounts, (list, NoneType)):
                raise Invalid
            data__volumeMounts_is_list = isinstance(data__volumeMounts, (list))
            if data__volumeMounts_is_list:
                data__volumeMounts_len = len(data__volumeMounts)
                if data__volumeMounts_len > 10000:
                    raise Invalid
                for data__volumeMounts_x, data__volumeMounts_item in enumerate(data__volumeMounts):
                    validate___definitions_closed_volumemount(data__volumeMounts_item)
        if "securityContext" in data_keys:
            data_keys.remove("securityContext")
            data__securityContext = data["securityContext"]
            if not isinstance(data__securityContext, (dict, NoneType)):
                raise Invalid
            data__securityContext_is_dict = isinstance(data__securityContext, dict)
            if data__securityContext_is_dict:
                data__securityContext_len = len(data__securityContext)
                if data__securityContext_len > 10000:
                    raise Invalid
                data__securityContext_keys = set(data__securityContext.keys())
                for data__securityContext_key in data__securityContext_keys:
                    if data__securityContext_key not in []:
                        data__securityContext_value = data__securityContext.get(data__securityContext_key)
                        validate___definitions_closed_any_value(data__securityContext_value)
        if data_keys:
            raise Invalid
    return data


def validate___definitions_closed_containerresources_null(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        if "limits" in data_keys:
            data_keys.remove("limits")
            data__limits = data["limits"]
            if not isinstance(data__limits, (dict, NoneType)):
                raise Invalid
            data__limits_is_dict = isinstance(data__limits, dict)
            if data__limits_is_dict:
                data__limits_len = len(data__limits)
                if data__limits_len > 10000:
                    raise Invalid
                data__limits_keys = set(data__limits.keys())
                for data__limits_key in data__limits_keys:
                    if data__limits_key not in []:
                        data__limits_value = data__limits.get(data__limits_key)
                        validate___definitions_closed_any_value(data__limits_value)
        if "requests" in data_keys:
            data_keys.remove("requests")
            data__requests = data["requests"]
            if not isinstance(data__requests, (dict, NoneType)):
                raise Invalid
            data__requests_is_dict = isinstance(data__requests, dict)
            if data__requests_is_dict:
                data__requests_len = len(data__requests)
                if data__requests_len > 10000:
                    raise Invalid
                data__requests_keys = set(data__requests.keys())
                for data__requests_key in data__requests_keys:
                    if data__requests_key not in []:
                        data__requests_value = data__requests.get(data__requests_key)
                        validate___definitions_closed_any_value(data__requests_value)
        if data_keys:
            raise Invalid
    return data


def validate___definitions_closed_deployment(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data__missing_keys = set(['name', 'source', 'source_config', 'source_revision_config', 'secrets', 'id', 'tenant_id', 'created_at', 'updated_at', 'status', 'latest_revision_id', 'active_revision_id']) - data.keys()
        if data__missing_keys:
            raise Invalid
        data_keys = set(data.keys())
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (str)):
                raise Invalid
        if "source" in data_keys:
            data_keys.remove("source")
            data__source = data["source"]
            if not isinstance(data__source, (str)):
                raise Invalid
            if not (isinstance(data__source, str) and data__source == 'codehost' or isinstance(data__source, str) and data__source == 'external_container' or isinstance(data__source, str) and data__source == 'internal_container' or isinstance(data__source, str) and data__source == 'internal_source' or isinstance(data__source, str) and data__source == 'internal_template'):
                raise Invalid
        if "source_config" in data_keys:
            data_keys.remove("source_config")
            data__sourceconfig = data["source_config"]
            validate___definitions_closed_sourceconfig(data__sourceconfig)
        if "source_revision_config" in data_keys:
            data_keys.remove("source_revision_config")
            data__sourcerevisionconfig = data["source_revision_config"]
            validate___definitions_closed_sourcerevisionconfig(data__sourcerevisionconfig)
        if "secrets" in data_keys:
            data_keys.remove("secrets")
            data__secrets = data["secrets"]
            if not isinstance(data__secrets, (list)):
                raise Invalid
            data__secrets_is_list = isinstance(data__secrets, (list))
            if data__secrets_is_list:
                data__secrets_len = len(data__secrets)
                if data__secrets_len > 10000:
                    raise Invalid
                for data__secrets_x, data__secrets_item in enumerate(data__secrets):
                    validate___definitions_closed_secret(data__secrets_item)
        if "id" in data_keys:
            data_keys.remove("id")
            data__id = data["id"]
            if not isinstance(data__id, (str)):
                raise Invalid
            if isinstance(data__id, str):
                if not REGEX_PATTERNS['^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'].search(data__id):
                    raise Invalid
        if "tenant_id" in data_keys:
            data_keys.remove("tenant_id")
            data__tenantid = data["tenant_id"]
            if not isinstance(data__tenantid, (str)):
                raise Invalid
            if isinstance(data__tenantid, str):
                if not REGEX_PATTERNS['^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'].search(data__tenantid):
                    raise Invalid
        if "created_at" in data_keys:
            data_keys.remove("created_at")
            data__createdat = data["created_at"]
            if not isinstance(data__createdat, (str)):
                raise Invalid
            if isinstance(data__createdat, str):
                if not REGEX_PATTERNS['^(?:[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)[Tt](?:(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]+)?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])|23:59:60(?:\\.[0-9]+)?(?:[Zz]|[+-]00:00)|11:59:60(?:\\.[0-9]+)?[-]12:00|12:14:60(?:\\.[0-9]+)?[-]11:45|12:29:60(?:\\.[0-9]+)?[-]11:30|12:44:60(?:\\.[0-9]+)?[-]11:15|12:59:60(?:\\.[0-9]+)?[-]11:00|13:14:60(?:\\.[0-9]+)?[-]10:45|13:29:60(?:\\.[0-9]+)?[-]10:30|13:44:60(?:\\.[0-9]+)?[-]10:15|13:59:60(?:\\.[0-9]+)?[-]10:00|14:14:60(?:\\.[0-9]+)?[-]09:45|14:29:60(?:\\.[0-9]+)?[-]09:30|14:44:60(?:\\.[0-9]+)?[-]09:15|14:59:60(?:\\.[0-9]+)?[-]09:00|15:14:60(?:\\.[0-9]+)?[-]08:45|15:29:60(?:\\.[0-9]+)?[-]08:30|15:44:60(?:\\.[0-9]+)?[-]08:15|15:59:60(?:\\.[0-9]+)?[-]08:00|16:14:60(?:\\.[0-9]+)?[-]07:45|16:29:60(?:\\.[0-9]+)?[-]07:30|16:44:60(?:\\.[0-9]+)?[-]07:15|16:59:60(?:\\.[0-9]+)?[-]07:00|17:14:60(?:\\.[0-9]+)?[-]06:45|17:29:60(?:\\.[0-9]+)?[-]06:30|17:44:60(?:\\.[0-9]+)?[-]06:15|17:59:60(?:\\.[0-9]+)?[-]06:00|18:14:60(?:\\.[0-9]+)?[-]05:45|18:29:60(?:\\.[0-9]+)?[-]05:30|18:44:60(?:\\.[0-9]+)?[-]05:15|18:59:60(?:\\.[0-9]+)?[-]05:00|19:14:60(?:\\.[0-9]+)?[-]04:45|19:29:60(?:\\.[0-9]+)?[-]04:30|19:44:60(?:\\.[0-9]+)?[-]04:15|19:59:60(?:\\.[0-9]+)?[-]04:00|20:14:60(?:\\.[0-9]+)?[-]03:45|20:29:60(?:\\.[0-9]+)?[-]03:30|20:44:60(?:\\.[0-9]+)?[-]03:15|20:59:60(?:\\.[0-9]+)?[-]03:00|21:14:60(?:\\.[0-9]+)?[-]02:45|21:29:60(?:\\.[0-9]+)?[-]02:30|21:44:60(?:\\.[0-9]+)?[-]02:15|21:59:60(?:\\.[0-9]+)?[-]02:00|22:14:60(?:\\.[0-9]+)?[-]01:45|22:29:60(?:\\.[0-9]+)?[-]01:30|22:44:60(?:\\.[0-9]+)?[-]01:15|22:59:60(?:\\.[0-9]+)?[-]01:00|23:14:60(?:\\.[0-9]+)?[-]00:45|23:29:60(?:\\.[0-9]+)?[-]00:30|23:44:60(?:\\.[0-9]+)?[-]00:15|00:14:60(?:\\.[0-9]+)?[+]00:15|00:29:60(?:\\.[0-9]+)?[+]00:30|00:44:60(?:\\.[0-9]+)?[+]00:45|00:59:60(?:\\.[0-9]+)?[+]01:00|01:14:60(?:\\.[0-9]+)?[+]01:15|01:29:60(?:\\.[0-9]+)?[+]01:30|01:44:60(?:\\.[0-9]+)?[+]01:45|01:59:60(?:\\.[0-9]+)?[+]02:00|02:14:60(?:\\.[0-9]+)?[+]02:15|02:29:60(?:\\.[0-9]+)?[+]02:30|02:44:60(?:\\.[0-9]+)?[+]02:45|02:59:60(?:\\.[0-9]+)?[+]03:00|03:14:60(?:\\.[0-9]+)?[+]03:15|03:29:60(?:\\.[0-9]+)?[+]03:30|03:44:60(?:\\.[0-9]+)?[+]03:45|03:59:60(?:\\.[0-9]+)?[+]04:00|04:14:60(?:\\.[0-9]+)?[+]04:15|04:29:60(?:\\.[0-9]+)?[+]04:30|04:44:60(?:\\.[0-9]+)?[+]04:45|04:59:60(?:\\.[0-9]+)?[+]05:00|05:14:60(?:\\.[0-9]+)?[+]05:15|05:29:60(?:\\.[0-9]+)?[+]05:30|05:44:60(?:\\.[0-9]+)?[+]05:45|05:59:60(?:\\.[0-9]+)?[+]06:00|06:14:60(?:\\.[0-9]+)?[+]06:15|06:29:60(?:\\.[0-9]+)?[+]06:30|06:44:60(?:\\.[0-9]+)?[+]06:45|06:59:60(?:\\.[0-9]+)?[+]07:00|07:14:60(?:\\.[0-9]+)?[+]07:15|07:29:60(?:\\.[0-9]+)?[+]07:30|07:44:60(?:\\.[0-9]+)?[+]07:45|07:59:60(?:\\.[0-9]+)?[+]08:00|08:14:60(?:\\.[0-9]+)?[+]08:15|08:29:60(?:\\.[0-9]+)?[+]08:30|08:44:60(?:\\.[0-9]+)?[+]08:45|08:59:60(?:\\.[0-9]+)?[+]09:00|09:14:60(?:\\.[0-9]+)?[+]09:15|09:29:60(?:\\.[0-9]+)?[+]09:30|09:44:60(?:\\.[0-9]+)?[+]09:45|09:59:60(?:\\.[0-9]+)?[+]10:00|10:14:60(?:\\.[0-9]+)?[+]10:15|10:29:60(?:\\.[0-9]+)?[+]10:30|10:44:60(?:\\.[0-9]+)?[+]10:45|10:59:60(?:\\.[0-9]+)?[+]11:00|11:14:60(?:\\.[0-9]+)?[+]11:15|11:29:60(?:\\.[0-9]+)?[+]11:30|11:44:60(?:\\.[0-9]+)?[+]11:45|11:59:60(?:\\.[0-9]+)?[+]12:00|12:14:60(?:\\.[0-9]+)?[+]12:15|12:29:60(?:\\.[0-9]+)?[+]12:30|12:44:60(?:\\.[0-9]+)?[+]12:45|12:59:60(?:\\.[0-9]+)?[+]13:00|13:14:60(?:\\.[0-9]+)?[+]13:15|13:29:60(?:\\.[0-9]+)?[+]13:30|13:44:60(?:\\.[0-9]+)?[+]13:45|13:59:60(?:\\.[0-9]+)?[+]14:00)$'].search(data__createdat):
                    raise Invalid
        if "updated_at" in data_keys:
            data_keys.remove("updated_at")
            data__updatedat = data["updated_at"]
            if not isinstance(data__updatedat, (str)):
                raise Invalid
            if isinstance(data__updatedat, str):
                if not REGEX_PATTERNS['^(?:[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)[Tt](?:(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]+)?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])|23:59:60(?:\\.[0-9]+)?(?:[Zz]|[+-]00:00)|11:59:60(?:\\.[0-9]+)?[-]12:00|12:14:60(?:\\.[0-9]+)?[-]11:45|12:29:60(?:\\.[0-9]+)?[-]11:30|12:44:60(?:\\.[0-9]+)?[-]11:15|12:59:60(?:\\.[0-9]+)?[-]11:00|13:14:60(?:\\.[0-9]+)?[-]10:45|13:29:60(?:\\.[0-9]+)?[-]10:30|13:44:60(?:\\.[0-9]+)?[-]10:15|13:59:60(?:\\.[0-9]+)?[-]10:00|14:14:60(?:\\.[0-9]+)?[-]09:45|14:29:60(?:\\.[0-9]+)?[-]09:30|14:44:60(?:\\.[0-9]+)?[-]09:15|14:59:60(?:\\.[0-9]+)?[-]09:00|15:14:60(?:\\.[0-9]+)?[-]08:45|15:29:60(?:\\.[0-9]+)?[-]08:30|15:44:60(?:\\.[0-9]+)?[-]08:15|15:59:60(?:\\.[0-9]+)?[-]08:00|16:14:60(?:\\.[0-9]+)?[-]07:45|16:29:60(?:\\.[0-9]+)?[-]07:30|16:44:60(?:\\.[0-9]+)?[-]07:15|16:59:60(?:\\.[0-9]+)?[-]07:00|17:14:60(?:\\.[0-9]+)?[-]06:45|17:29:60(?:\\.[0-9]+)?[-]06:30|17:44:60(?:\\.[0-9]+)?[-]06:15|17:59:60(?:\\.[0-9]+)?[-]06:00|18:14:60(?:\\.[0-9]+)?[-]05:45|18:29:60(?:\\.[0-9]+)?[-]05:30|18:44:60(?:\\.[0-9]+)?[-]05:15|18:59:60(?:\\.[0-9]+)?[-]05:00|19:14:60(?:\\.[0-9]+)?[-]04:45|19:29:60(?:\\.[0-9]+)?[-]04:30|19:44:60(?:\\.[0-9]+)?[-]04:15|19:59:60(?:\\.[0-9]+)?[-]04:00|20:14:60(?:\\.[0-9]+)?[-]03:45|20:29:60(?:\\.[0-9]+)?[-]03:30|20:44:60(?:\\.[0-9]+)?[-]03:15|20:59:60(?:\\.[0-9]+)?[-]03:00|21:14:60(?:\\.[0-9]+)?[-]02:45|21:29:60(?:\\.[0-9]+)?[-]02:30|21:44:60(?:\\.[0-9]+)?[-]02:15|21:59:60(?:\\.[0-9]+)?[-]02:00|22:14:60(?:\\.[0-9]+)?[-]01:45|22:29:60(?:\\.[0-9]+)?[-]01:30|22:44:60(?:\\.[0-9]+)?[-]01:15|22:59:60(?:\\.[0-9]+)?[-]01:00|23:14:60(?:\\.[0-9]+)?[-]00:45|23:29:60(?:\\.[0-9]+)?[-]00:30|23:44:60(?:\\.[0-9]+)?[-]00:15|00:14:60(?:\\.[0-9]+)?[+]00:15|00:29:60(?:\\.[0-9]+)?[+]00:30|00:44:60(?:\\.[0-9]+)?[+]00:45|00:59:60(?:\\.[0-9]+)?[+]01:00|01:14:60(?:\\.[0-9]+)?[+]01:15|01:29:60(?:\\.[0-9]+)?[+]01:30|01:44:60(?:\\.[0-9]+)?[+]01:45|01:59:60(?:\\.[0-9]+)?[+]02:00|02:14:60(?:\\.[0-9]+)?[+]02:15|02:29:60(?:\\.[0-9]+)?[+]02:30|02:44:60(?:\\.[0-9]+)?[+]02:45|02:59:60(?:\\.[0-9]+)?[+]03:00|03:14:60(?:\\.[0-9]+)?[+]03:15|03:29:60(?:\\.[0-9]+)?[+]03:30|03:44:60(?:\\.[0-9]+)?[+]03:45|03:59:60(?:\\.[0-9]+)?[+]04:00|04:14:60(?:\\.[0-9]+)?[+]04:15|04:29:60(?:\\.[0-9]+)?[+]04:30|04:44:60(?:\\.[0-9]+)?[+]04:45|04:59:60(?:\\.[0-9]+)?[+]05:00|05:14:60(?:\\.[0-9]+)?[+]05:15|05:29:60(?:\\.[0-9]+)?[+]05:30|05:44:60(?:\\.[0-9]+)?[+]05:45|05:59:60(?:\\.[0-9]+)?[+]06:00|06:14:60(?:\\.[0-9]+)?[+]06:15|06:29:60(?:\\.[0-9]+)?[+]06:30|06:44:60(?:\\.[0-9]+)?[+]06:45|06:59:60(?:\\.[0-9]+)?[+]07:00|07:14:60(?:\\.[0-9]+)?[+]07:15|07:29:60(?:\\.[0-9]+)?[+]07:30|07:44:60(?:\\.[0-9]+)?[+]07:45|07:59:60(?:\\.[0-9]+)?[+]08:00|08:14:60(?:\\.[0-9]+)?[+]08:15|08:29:60(?:\\.[0-9]+)?[+]08:30|08:44:60(?:\\.[0-9]+)?[+]08:45|08:59:60(?:\\.[0-9]+)?[+]09:00|09:14:60(?:\\.[0-9]+)?[+]09:15|09:29:60(?:\\.[0-9]+)?[+]09:30|09:44:60(?:\\.[0-9]+)?[+]09:45|09:59:60(?:\\.[0-9]+)?[+]10:00|10:14:60(?:\\.[0-9]+)?[+]10:15|10:29:60(?:\\.[0-9]+)?[+]10:30|10:44:60(?:\\.[0-9]+)?[+]10:45|10:59:60(?:\\.[0-9]+)?[+]11:00|11:14:60(?:\\.[0-9]+)?[+]11:15|11:29:60(?:\\.[0-9]+)?[+]11:30|11:44:60(?:\\.[0-9]+)?[+]11:45|11:59:60(?:\\.[0-9]+)?[+]12:00|12:14:60(?:\\.[0-9]+)?[+]12:15|12:29:60(?:\\.[0-9]+)?[+]12:30|12:44:60(?:\\.[0-9]+)?[+]12:45|12:59:60(?:\\.[0-9]+)?[+]13:00|13:14:60(?:\\.[0-9]+)?[+]13:15|13:29:60(?:\\.[0-9]+)?[+]13:30|13:44:60(?:\\.[0-9]+)?[+]13:45|13:59:60(?:\\.[0-9]+)?[+]14:00)$'].search(data__updatedat):
                    raise Invalid
        if "status" in data_keys:
            data_keys.remove("status")
            data__status = data["status"]
            if not isinstance(data__status, (str)):
                raise Invalid
            if not (isinstance(data__status, str) and data__status == 'AWAITING_DATABASE' or isinstance(data__status, str) and data__status == 'READY' or isinstance(data__status, str) and data__status == 'UNUSED' or isinstance(data__status, str) and data__status == 'AWAITING_DELETE' or isinstance(data__status, str) and data__status == 'UNKNOWN'):
                raise Invalid
        if "latest_revision_id" in data_keys:
            data_keys.remove("latest_revision_id")
            data__latestrevisionid = data["latest_revision_id"]
            if not isinstance(data__latestrevisionid, (str, NoneType)):
                raise Invalid
            if isinstance(data__latestrevisionid, str):
                if not REGEX_PATTERNS['^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'].search(data__latestrevisionid):
                    raise Invalid
        if "active_revision_id" in data_keys:
            data_keys.remove("active_revision_id")
            data__activerevisionid = data["active_revision_id"]
            if not isinstance(data__activerevisionid, (str, NoneType)):
                raise Invalid
            if isinstance(data__activerevisionid, str):
                if not REGEX_PATTERNS['^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'].search(data__activerevisionid):
                    raise Invalid
        if "secret_references" in data_keys:
            data_keys.remove("secret_references")
            data__secretreferences = data["secret_references"]
            if not isinstance(data__secretreferences, (list, NoneType)):
                raise Invalid
            data__secretreferences_is_list = isinstance(data__secretreferences, (list))
            if data__secretreferences_is_list:
                data__secretreferences_len = len(data__secretreferences)
                if data__secretreferences_len > 10000:
                    raise Invalid
                for data__secretreferences_x, data__secretreferences_item in enumerate(data__secretreferences):
                    validate___definitions_closed_secretreference(data__secretreferences_item)
        if "image_version" in data_keys:
            data_keys.remove("image_version")
            data__imageversion = data["image_version"]
            if not isinstance(data__imageversion, (str, NoneType)):
                raise Invalid
        if data_keys:
            raise Invalid
    return data


def validate___definitions_closed_deploymentlist(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data__missing_keys = set(['resources', 'offset']) - data.keys()
        if data__missing_keys:
            raise Invalid
        data_keys = set(data.keys())
        if "resources" in data_keys:
            data_keys.remove("resources")
            data__resources = data["resources"]
            if not isinstance(data__resources, (list)):
                raise Invalid
            data__resources_is_list = isinstance(data__resources, (list))
            if data__resources_is_list:
                data__resources_len = len(data__resources)
                if data__resources_len > 10000:
                    raise Invalid
                for data__resources_x, data__resources_item in enumerate(data__resources):
                    validate___definitions_closed_deployment(data__resources_item)
        if "offset" in data_keys:
            data_keys.remove("offset")
            data__offset = data["offset"]
            if not isinstance(data__offset, (int)) and not (isinstance(data__offset, float) and data__offset.is_integer()) or isinstance(data__offset, bool):
                raise Invalid
            if isinstance(data__offset, (int, float)) and not isinstance(data__offset, bool):
                if data__offset < -9007199254740991:
                    raise Invalid
                if data__offset > 9007199254740991:
                    raise Invalid
        if data_keys:
            raise Invalid
    return data


def validate___definitions_closed_deploymentpatch(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        if "revision_source" in data_keys:
            data_keys.remove("revision_source")
            data__revisionsource = data["revision_source"]
            if not isinstance(data__revisionsource, (str, NoneType)):
                raise Invalid
            if not (isinstance(data__revisionsource, str) and data__revisionsource == 'codehost' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_container' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_source' or data__revisionsource is None):
                raise Invalid
        if "source_config" in data_keys:
            data_keys.remove("source_config")
            data__sourceconfig = data["source_config"]
            validate___definitions_closed_sourceconfig_null(data__sourceconfig)
        if "source_revision_config" in data_keys:
            data_keys.remove("source_revision_config")
            data__sourcerevisionconfig = data["source_revision_config"]
            validate___definitions_closed_sourcerevisionconfigpatch_null(data__sourcerevisionconfig)
        if "secrets" in data_keys:
            data_keys.remove("secrets")
            data__secrets = data["secrets"]
            if not isinstance(data__secrets, (list, NoneType)):
                raise Invalid
            data__secrets_is_list = isinstance(data__secrets, (list))
            if data__secrets_is_list:
                data__secrets_len = len(data__secrets)
                if data__secrets_len > 10000:
                    raise Invalid
                for data__secrets_x, data__secrets_item in enumerate(data__secrets):
                    validate___definitions_closed_secret(data__secrets_item)
        if "secret_references" in data_keys:
            data_keys.remove("secret_references")
            data__secretreferences = data["secret_references"]
            if not isinstance(data__secretreferences, (list, NoneType)):
                raise Invalid
            data__secretreferences_is_list = isinstance(data__secretreferences, (list))
            if data__secretreferences_is_list:
                data__secretreferences_len = len(data__secretreferences)
                if data__secretreferences_len > 10000:
                    raise Invalid
                for data__secretreferences_x, data__secretreferences_item in enumerate(data__secretreferences):
                    validate___definitions_closed_secretreference(data__secretreferences_item)
        if data_keys:
            raise Invalid
    return data


def validate___definitions_closed_envvar(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (str, NoneType)):
                raise Invalid
        if "value" in data_keys:
            data_keys.remove("value")
            data__value = data["value"]
            if not isinstance(data__value, (str, NoneType)):
                raise Invalid
        if "valueFrom" in data_keys:
            data_keys.remove("valueFrom")
            data__valueFrom = data["valueFrom"]
            if not isinstance(data__valueFrom, (dict, NoneType)):
                raise Invalid
            data__valueFrom_is_dict = isinstance(data__valueFrom, dict)
            if data__valueFrom_is_dict:
                data__valueFrom_len = len(data__valueFrom)
                if data__valueFrom_len > 10000:
                    raise Invalid
                data__valueFrom_keys = set(data__valueFrom.keys())
                for data__valueFrom_key in data__valueFrom_keys:
                    if data__valueFrom_key not in []:
                        data__valueFrom_value = data__valueFrom.get(data__valueFrom_key)
                        validate___definitions_closed_any_value(data__valueFrom_value)
        if data_keys:
            raise Invalid
    return data


def validate___definitions_closed_imagepullsecret(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (str, NoneType)):
                raise Invalid
        if data_keys:
            raise Invalid
    return data


def validate___definitions_closed_listenerconfig_null(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        if "cluster_namespace" in data_keys:
            data_keys.remove("cluster_namespace")
            data__clusternamespace = data["cluster_namespace"]
            if not isinstance(data__clusternamespace, (str, NoneType)):
                raise Invalid
        if data_keys:
            raise Invalid
    return data


def validate___definitions_closed_repository(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data__missing_keys = set(['host_integration_id', 'id', 'name', 'owner', 'url', 'default_branch']) - data.keys()
        if data__missing_keys:
            raise Invalid
        data_keys = set(data.keys())
        if "host_integration_id" in data_keys:
            data_keys.remove("host_integration_id")
            data__hostintegrationid = data["host_integration_id"]
            if not isinstance(data__hostintegrationid, (str)):
                raise Invalid
            if isinstance(data__hostintegrationid, str):
                if not REGEX_PATTERNS['^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'].search(data__hostintegrationid):
                    raise Invalid
        if "id" in data_keys:
            data_keys.remove("id")
            data__id = data["id"]
            if not isinstance(data__id, (int)) and not (isinstance(data__id, float) and data__id.is_integer()) or isinstance(data__id, bool):
                raise Invalid
            if isinstance(data__id, (int, float)) and not isinstance(data__id, bool):
                if data__id < -9007199254740991:
                    raise Invalid
                if data__id > 9007199254740991:
                    raise Invalid
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (str)):
                raise Invalid
        if "owner" in data_keys:
            data_keys.remove("owner")
            data__owner = data["owner"]
            if not isinstance(data__owner, (str)):
                raise Invalid
        if "url" in data_keys:
            data_keys.remove("url")
            data__url = data["url"]
            if not isinstance(data__url, (str)):
                raise Invalid
        if "default_branch" in data_keys:
            data_keys.remove("default_branch")
            data__defaultbranch = data["default_branch"]
            if not isinstance(data__defaultbranch, (str)):
                raise Invalid
        if data_keys:
            raise Invalid
    return data


def validate___definitions_closed_repositorylist(data):
    if not isinstance(data, (list)):
        raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_closed_repository(data_item)
    return data


def validate___definitions_closed_resourcespec_null(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        if "min_scale" in data_keys:
            data_keys.remove("min_scale")
            data__minscale = data["min_scale"]
            if not isinstance(data__minscale, (int, NoneType)) and not (isinstance(data__minscale, float) and data__minscale.is_integer()) or isinstance(data__minscale, bool):
                raise Invalid
            if isinstance(data__minscale, (int, float)) and not isinstance(data__minscale, bool):
                if data__minscale < -9007199254740991:
                    raise Invalid
                if data__minscale > 9007199254740991:
                    raise Invalid
        if "max_scale" in data_keys:
            data_keys.remove("max_scale")
            data__maxscale = data["max_scale"]
            if not isinstance(data__maxscale, (int, NoneType)) and not (isinstance(data__maxscale, float) and data__maxscale.is_integer()) or isinstance(data__maxscale, bool):
                raise Invalid
            if isinstance(data__maxscale, (int, float)) and not isinstance(data__maxscale, bool):
                if data__maxscale < -9007199254740991:
                    raise Invalid
                if data__maxscale > 9007199254740991:
                    raise Invalid
        if "cpu" in data_keys:
            data_keys.remove("cpu")
            data__cpu = data["cpu"]
            if not isinstance(data__cpu, (int, float, NoneType)) or isinstance(data__cpu, bool):
                raise Invalid
            if isinstance(data__cpu, (int, float)) and not isinstance(data__cpu, bool):
                if data__cpu < -9007199254740991:
                    raise Invalid
                if data__cpu > 9007199254740991:
                    raise Invalid
        if "cpu_limit" in data_keys:
            data_keys.remove("cpu_limit")
            data__cpulimit = data["cpu_limit"]
            if not isinstance(data__cpulimit, (int, float, NoneType)) or isinstance(data__cpulimit, bool):
                raise Invalid
            if isinstance(data__cpulimit, (int, float)) and not isinstance(data__cpulimit, bool):
                if data__cpulimit < -9007199254740991:
                    raise Invalid
                if data__cpulimit > 9007199254740991:
                    raise Invalid
        if "memory_mb" in data_keys:
            data_keys.remove("memory_mb")
            data__memorymb = data["memory_mb"]
            if not isinstance(data__memorymb, (int, NoneType)) and not (isinstance(data__memorymb, float) and data__memorymb.is_integer()) or isinstance(data__memorymb, bool):
                raise Invalid
            if isinstance(data__memorymb, (int, float)) and not isinstance(data__memorymb, bool):
                if data__memorymb < -9007199254740991:
                    raise Invalid
                if data__memorymb > 9007199254740991:
                    raise Invalid
        if "memory_limit_mb" in data_keys:
            data_keys.remove("memory_limit_mb")
            data__memorylimitmb = data["memory_limit_mb"]
            if not isinstance(data__memorylimitmb, (int, NoneType)) and not (isinstance(data__memorylimitmb, float) and data__memorylimitmb.is_integer()) or isinstance(data__memorylimitmb, bool):
                raise Invalid
            if isinstance(data__memorylimitmb, (int, float)) and not isinstance(data__memorylimitmb, bool):
                if data__memorylimitmb < -9007199254740991:
                    raise Invalid
                if data__memorylimitmb > 9007199254740991:
                    raise Invalid
        if "queue_min_scale" in data_keys:
            data_keys.remove("queue_min_scale")
            data__queueminscale = data["queue_min_scale"]
            if not isinstance(data__queueminscale, (int, NoneType)) and not (isinstance(data__queueminscale, float) and data__queueminscale.is_integer()) or isinstance(data__queueminscale, bool):
                raise Invalid
            if isinstance(data__queueminscale, (int, float)) and not isinstance(data__queueminscale, bool):
                if data__queueminscale < -9007199254740991:
                    raise Invalid
                if data__queueminscale > 9007199254740991:
                    raise Invalid
        if "queue_max_scale" in data_keys:
            data_keys.remove("queue_max_scale")
            data__queuemaxscale = data["queue_max_scale"]
            if not isinstance(data__queuemaxscale, (int, NoneType)) and not (isinstance(data__queuemaxscale, float) and data__queuemaxscale.is_integer()) or isinstance(data__queuemaxscale, bool):
                raise Invalid
            if isinstance(data__queuemaxscale, (int, float)) and not isinstance(data__queuemaxscale, bool):
                if data__queuemaxscale < -9007199254740991:
                    raise Invalid
                if data__queuemaxscale > 9007199254740991:
                    raise Invalid
        if "queue_cpu" in data_keys:
            data_keys.remove("queue_cpu")
            data__queuecpu = data["queue_cpu"]
            if not isinstance(data__queuecpu, (int, float, NoneType)) or isinstance(data__queuecpu, bool):
                raise Invalid
            if isinstance(data__queuecpu, (int, float)) and not isinstance(data__queuecpu, bool):
                if data__queuecpu < -9007199254740991:
                    raise Invalid
                if data__queuecpu > 9007199254740991:
                    raise Invalid
        if "queue_cpu_limit" in data_keys:
            data_keys.remove("queue_cpu_limit")
            data__queuecpulimit = data["queue_cpu_limit"]
            if not isinstance(data__queuecpulimit, (int, float, NoneType)) or isinstance(data__queuecpulimit, bool):
                raise Invalid
            if isinstance(data__queuecpulimit, (int, float)) and not isinstance(data__queuecpulimit, bool):
                if data__queuecpulimit < -9007199254740991:
                    raise Invalid
                if data__queuecpulimit > 9007199254740991:
                    raise Invalid
        if "queue_memory_mb" in data_keys:
            data_keys.remove("queue_memory_mb")
            data__queuememorymb = data["queue_memory_mb"]
            if not isinstance(data__queuememorymb, (int, NoneType)) and not (isinstance(data__queuememorymb, float) and data__queuememorymb.is_integer()) or isinstance(data__queuememorymb, bool):
                raise Invalid
            if isinstance(data__queuememorymb, (int, float)) and not isinstance(data__queuememorymb, bool):
                if data__queuememorymb < -9007199254740991:
                    raise Invalid
                if data__queuememorymb > 9007199254740991:
                    raise Invalid
        if "queue_memory_limit_mb" in data_keys:
            data_keys.remove("queue_memory_limit_mb")
            data__queuememorylimitmb = data["queue_memory_limit_mb"]
            if not isinstance(data__queuememorylimitmb, (int, NoneType)) and not (isinstance(data__queuememorylimitmb, float) and data__queuememorylimitmb.is_integer()) or isinstance(data__queuememorylimitmb, bool):
                raise Invalid
            if isinstance(data__queuememorylimitmb, (int, float)) and not isinstance(data__queuememorylimitmb, bool):
                if data__queuememorylimitmb < -9007199254740991:
                    raise Invalid
                if data__queuememorylimitmb > 9007199254740991:
                    raise Invalid
        if "orchestrator_cpu" in data_keys:
            data_keys.remove("orchestrator_cpu")
            data__orchestratorcpu = data["orchestrator_cpu"]
            if not isinstance(data__orchestratorcpu, (int, float, NoneType)) or isinstance(data__orchestratorcpu, bool):
                raise Invalid
            if isinstance(data__orchestratorcpu, (int, float)) and not isinstance(data__orchestratorcpu, bool):
                if data__orchestratorcpu < -9007199254740991:
                    raise Invalid
                if data__orchestratorcpu > 9007199254740991:
                    raise Invalid
        if "orchestrator_cpu_limit" in data_keys:
            data_keys.remove("orchestrator_cpu_limit")
            data__orchestratorcpulimit = data["orchestrator_cpu_limit"]
            if not isinstance(data__orchestratorcpulimit, (int, float, NoneType)) or isinstance(data__orchestratorcpulimit, bool):
                raise Invalid
            if isinstance(data__orchestratorcpulimit, (int, float)) and not isinstance(data__orchestratorcpulimit, bool):
                if data__orchestratorcpulimit < -9007199254740991:
                    raise Invalid
                if data__orchestratorcpulimit > 9007199254740991:
                    raise Invalid
        if "orchestrator_memory_mb" in data_keys:
            data_keys.remove("orchestrator_memory_mb")
            data__orchestratormemorymb = data["orchestrator_memory_mb"]
            if not isinstance(data__orchestratormemorymb, (int, NoneType)) and not (isinstance(data__orchestratormemorymb, float) and data__orchestratormemorymb.is_integer()) or isinstance(data__orchestratormemorymb, bool):
                raise Invalid
            if isinstance(data__orchestratormemorymb, (int, float)) and not isinstance(data__orchestratormemorymb, bool):
                if data__orchestratormemorymb < -9007199254740991:
                    raise Invalid
                if data__orchestratormemorymb > 9007199254740991:
                    raise Invalid
        if "orchestrator_memory_limit_mb" in data_keys:
            data_keys.remove("orchestrator_memory_limit_mb")
            data__orchestratormemorylimitmb = data["orchestrator_memory_limit_mb"]
            if not isinstance(data__orchestratormemorylimitmb, (int, NoneType)) and not (isinstance(data__orchestratormemorylimitmb, float) and data__orchestratormemorylimitmb.is_integer()) or isinstance(data__orchestratormemorylimitmb, bool):
                raise Invalid
            if isinstance(data__orchestratormemorylimitmb, (int, float)) and not isinstance(data__orchestratormemorylimitmb, bool):
                if data__orchestratormemorylimitmb < -9007199254740991:
                    raise Invalid
                if data__orchestratormemorylimitmb > 9007199254740991:
                    raise Invalid
        if "orchestrator_min_scale" in data_keys:
            data_keys.remove("orchestrator_min_scale")
            data__orchestratorminscale = data["orchestrator_min_scale"]
            if not isinstance(data__orchestratorminscale, (int, NoneType)) and not (isinstance(data__orchestratorminscale, float) and data__orchestratorminscale.is_integer()) or isinstance(data__orchestratorminscale, bool):
                raise Invalid
            if isinstance(data__orchestratorminscale, (int, float)) and not isinstance(data__orchestratorminscale, bool):
                if data__orchestratorminscale < -9007199254740991:
                    raise Invalid
                if data__orchestratorminscale > 9007199254740991:
                    raise Invalid
        if "orchestrator_max_scale" in data_keys:
            data_keys.remove("orchestrator_max_scale")
            data__orchestratormaxscale = data["orchestrator_max_scale"]
            if not isinstance(data__orchestratormaxscale, (int, NoneType)) and not (isinstance(data__orchestratormaxscale, float) and data__orchestratormaxscale.is_integer()) or isinstance(data__orchestratormaxscale, bool):
                raise Invalid
            if isinstance(data__orchestratormaxscale, (int, float)) and not isinstance(data__orchestratormaxscale, bool):
                if data__orchestratormaxscale < -9007199254740991:
                    raise Invalid
                if data__orchestratormaxscale > 9007199254740991:
                    raise Invalid
        if "executor_cpu" in data_keys:
            data_keys.remove("executor_cpu")
            data__executorcpu = data["executor_cpu"]
            if not isinstance(data__executorcpu, (int, float, NoneType)) or isinstance(data__executorcpu, bool):
                raise Invalid
            if isinstance(data__executorcpu, (int, float)) and not isinstance(data__executorcpu, bool):
                if data__executorcpu < -9007199254740991:
                    raise Invalid
                if data__executorcpu > 9007199254740991:
                    raise Invalid
        if "executor_cpu_limit" in data_keys:
            data_keys.remove("executor_cpu_limit")
            data__executorcpulimit = data["executor_cpu_limit"]
            if not isinstance(data__executorcpulimit, (int, float, NoneType)) or isinstance(data__executorcpulimit, bool):
                raise Invalid
            if isinstance(data__executorcpulimit, (int, float)) and not isinstance(data__executorcpulimit, bool):
                if data__executorcpulimit < -9007199254740991:
                    raise Invalid
                if data__executorcpulimit > 9007199254740991:
                    raise Invalid
        if "executor_memory_mb" in data_keys:
            data_keys.remove("executor_memory_mb")
            data__executormemorymb = data["executor_memory_mb"]
            if not isinstance(data__executormemorymb, (int, NoneType)) and not (isinstance(data__executormemorymb, float) and data__executormemorymb.is_integer()) or isinstance(data__executormemorymb, bool):
                raise Invalid
            if isinstance(data__executormemorymb, (int, float)) and not isinstance(data__executormemorymb, bool):
                if data__executormemorymb < -9007199254740991:
                    raise Invalid
                if data__executormemorymb > 9007199254740991:
                    raise Invalid
        if "executor_memory_limit_mb" in data_keys:
            data_keys.remove("executor_memory_limit_mb")
            data__executormemorylimitmb = data["executor_memory_limit_mb"]
            if not isinstance(data__executormemorylimitmb, (int, NoneType)) and not (isinstance(data__executormemorylimitmb, float) and data__executormemorylimitmb.is_integer()) or isinstance(data__executormemorylimitmb, bool):
                raise Invalid
            if isinstance(data__executormemorylimitmb, (int, float)) and not isinstance(data__executormemorylimitmb, bool):
                if data__executormemorylimitmb < -9007199254740991:
                    raise Invalid
                if data__executormemorylimitmb > 9007199254740991:
                    raise Invalid
        if "cache_cpu" in data_keys:
            data_keys.remove("cache_cpu")
            data__cachecpu = data["cache_cpu"]
            if not isinstance(data__cachecpu, (int, float, NoneType)) or isinstance(data__cachecpu, bool):
                raise Invalid
            if isinstance(data__cachecpu, (int, float)) and not isinstance(data__cachecpu, bool):
                if data__cachecpu < -9007199254740991:
                    raise Invalid
                if data__cachecpu > 9007199254740991:
                    raise Invalid
        if "cache_cpu_limit" in data_keys:
            data_keys.remove("cache_cpu_limit")
            data__cachecpulimit = data["cache_cpu_limit"]
            if not isinstance(data__cachecpulimit, (int, float, NoneType)) or isinstance(data__cachecpulimit, bool):
                raise Invalid
            if isinstance(data__cachecpulimit, (int, float)) and not isinstance(data__cachecpulimit, bool):
                if data__cachecpulimit < -9007199254740991:
                    raise Invalid
                if data__cachecpulimit > 9007199254740991:
                    raise Invalid
        if "cache_memory_mb" in data_keys:
            data_keys.remove("cache_memory_mb")
            data__cachememorymb = data["cache_memory_mb"]
            if not isinstance(data__cachememorymb, (int, NoneType)) and not (isinstance(data__cachememorymb, float) and data__cachememorymb.is_integer()) or isinstance(data__cachememorymb, bool):
                raise Invalid
            if isinstance(data__cachememorymb, (int, float)) and not isinstance(data__cachememorymb, bool):
                if data__cachememorymb < -9007199254740991:
                    raise Invalid
                if data__cachememorymb > 9007199254740991:
                    raise Invalid
        if "cache_memory_limit_mb" in data_keys:
            data_keys.remove("cache_memory_limit_mb")
            data__cachememorylimitmb = data["cache_memory_limit_mb"]
            if not isinstance(data__cachememorylimitmb, (int, NoneType)) and not (isinstance(data__cachememorylimitmb, float) and data__cachememorylimitmb.is_integer()) or isinstance(data__cachememorylimitmb, bool):
                raise Invalid
            if isinstance(data__cachememorylimitmb, (int, float)) and not isinstance(data__cachememorylimitmb, bool):
                if data__cachememorylimitmb < -9007199254740991:
                    raise Invalid
                if data__cachememorylimitmb > 9007199254740991:
                    raise Invalid
        if "db_cpu" in data_keys:
            data_keys.remove("db_cpu")
            data__dbcpu = data["db_cpu"]
            if not isinstance(data__dbcpu, (int, float, NoneType)) or isinstance(data__dbcpu, bool):
                raise Invalid
            if isinstance(data__dbcpu, (int, float)) and not isinstance(data__dbcpu, bool):
                if data__dbcpu < -9007199254740991:
                    raise Invalid
                if data__dbcpu > 9007199254740991:
                    raise Invalid
        if "db_cpu_limit" in data_keys:
            data_keys.remove("db_cpu_limit")
            data__dbcpulimit = data["db_cpu_limit"]
            if not isinstance(data__dbcpulimit, (int, float, NoneType)) or isinstance(data__dbcpulimit, bool):
                raise Invalid
            if isinstance(data__dbcpulimit, (int, float)) and not isinstance(data__dbcpulimit, bool):
                if data__dbcpulimit < -9007199254740991:
                    raise Invalid
                if data__dbcpulimit > 9007199254740991:
                    raise Invalid
        if "db_memory_mb" in data_keys:
            data_keys.remove("db_memory_mb")
            data__dbmemorymb = data["db_memory_mb"]
            if not isinstance(data__dbmemorymb, (int, NoneType)) and not (isinstance(data__dbmemorymb, float) and data__dbmemorymb.is_integer()) or isinstance(data__dbmemorymb, bool):
                raise Invalid
            if isinstance(data__dbmemorymb, (int, float)) and not isinstance(data__dbmemorymb, bool):
                if data__dbmemorymb < -9007199254740991:
                    raise Invalid
                if data__dbmemorymb > 9007199254740991:
                    raise Invalid
        if "db_memory_limit_mb" in data_keys:
            data_keys.remove("db_memory_limit_mb")
            data__dbmemorylimitmb = data["db_memory_limit_mb"]
            if not isinstance(data__dbmemorylimitmb, (int, NoneType)) and not (isinstance(data__dbmemorylimitmb, float) and data__dbmemorylimitmb.is_integer()) or isinstance(data__dbmemorylimitmb, bool):
                raise Invalid
            if isinstance(data__dbmemorylimitmb, (int, float)) and not isinstance(data__dbmemorylimitmb, bool):
                if data__dbmemorylimitmb < -9007199254740991:
                    raise Invalid
                if data__dbmemorylimitmb > 9007199254740991:
                    raise Invalid
        if "db_storage_gi" in data_keys:
            data_keys.remove("db_storage_gi")
            data__dbstoragegi = data["db_storage_gi"]
            if not isinstance(data__dbstoragegi, (int, NoneType)) and not (isinstance(data__dbstoragegi, float) and data__dbstoragegi.is_integer()) or isinstance(data__dbstoragegi, bool):
                raise Invalid
            if isinstance(data__dbstoragegi, (int, float)) and not isinstance(data__dbstoragegi, bool):
                if data__dbstoragegi < -9007199254740991:
                    raise Invalid
                if data__dbstoragegi > 9007199254740991:
                    raise Invalid
        if "db_max_connections" in data_keys:
            data_keys.remove("db_max_connections")
            data__dbmaxconnections = data["db_max_connections"]
            if not isinstance(data__dbmaxconnections, (int, NoneType)) and not (isinstance(data__dbmaxconnections, float) and data__dbmaxconnections.is_integer()) or isinstance(data__dbmaxconnections, bool):
                raise Invalid
            if isinstance(data__dbmaxconnections, (int, float)) and not isinstance(data__dbmaxconnections, bool):
                if data__dbmaxconnections < -9007199254740991:
                    raise Invalid
                if data__dbmaxconnections > 9007199254740991:
                    raise Invalid
        if "labels" in data_keys:
            data_keys.remove("labels")
            data__labels = data["labels"]
            if not isinstance(data__labels, (dict, NoneType)):
                raise Invalid
            data__labels_is_dict = isinstance(data__labels, dict)
            if data__labels_is_dict:
                data__labels_len = len(data__labels)
                if data__labels_len > 10000:
                    raise Invalid
                data__labels_keys = set(data__labels.keys())
                for data__labels_key in data__labels_keys:
                    if data__labels_key not in []:
                        data__labels_value = data__labels.get(data__labels_key)
                        validate___definitions_closed_any_value(data__labels_value)
        if "annotations" in data_keys:
            data_keys.remove("annotations")
            data__annotations = data["annotations"]
            if not isinstance(data__annotations, (dict, NoneType)):
                raise Invalid
            data__annotations_is_dict = isinstance(data__annotations, dict)
            if data__annotations_is_dict:
                data__annotations_len = len(data__annotations)
                if data__annotations_len > 10000:
                    raise Invalid
                data__annotations_keys = set(data__annotations.keys())
                for data__annotations_key in data__annotations_keys:
                    if data__annotations_key not in []:
                        data__annotations_value = data__annotations.get(data__annotations_key)
                        validate___definitions_closed_any_value(data__annotations_value)
        if "service_account_name" in data_keys:
            data_keys.remove("service_account_name")
            data__serviceaccountname = data["service_account_name"]
            if not isinstance(data__serviceaccountname, (str, NoneType)):
                raise Invalid
        if "image_pull_secrets" in data_keys:
            data_keys.remove("image_pull_secrets")
            data__imagepullsecrets = data["image_pull_secrets"]
            if not isinstance(data__imagepullsecrets, (list, NoneType)):
                raise Invalid
            data__imagepullsecrets_is_list = isinstance(data__imagepullsecrets, (list))
            if data__imagepullsecrets_is_list:
                data__imagepullsecrets_len = len(data__imagepullsecrets)
                if data__imagepullsecrets_len > 10000:
                    raise Invalid
                for data__imagepullsecrets_x, data__imagepullsecrets_item in enumerate(data__imagepullsecrets):
                    validate___definitions_closed_imagepullsecret(data__imagepullsecrets_item)
        if "volumes" in data_keys:
            data_keys.remove("volumes")
            data__volumes = data["volumes"]
            if not isinstance(data__volumes, (list, NoneType)):
                raise Invalid
            data__volumes_is_list = isinstance(data__volumes, (list))
            if data__volumes_is_list:
                data__volumes_len = len(data__volumes)
                if data__volumes_len > 10000:
                    raise Invalid
                for data__volumes_x, data__volumes_item in enumerate(data__volumes):
                    validate___definitions_closed_volume(data__volumes_item)
        if "volume_mounts" in data_keys:
            data_keys.remove("volume_mounts")
            data__volumemounts = data["volume_mounts"]
            if not isinstance(data__volumemounts, (list, NoneType)):
                raise Invalid
            data__volumemounts_is_list = isinstance(data__volumemounts, (list))
            if data__volumemounts_is_list:
                data__volumemounts_len = len(data__volumemounts)
                if data__volumemounts_len > 10000:
                    raise Invalid
                for data__volumemounts_x, data__volumemounts_item in enumerate(data__volumemounts):
                    validate___definitions_closed_volumemount(data__volumemounts_item)
        if "init_containers" in data_keys:
            data_keys.remove("init_containers")
            data__initcontainers = data["init_containers"]
            if not isinstance(data__initcontainers, (list, NoneType)):
                raise Invalid
            data__initcontainers_is_list = isinstance(data__initcontainers, (list))
            if data__initcontainers_is_list:
                data__initcontainers_len = len(data__initcontainers)
                if data__initcontainers_len > 10000:
                    raise Invalid
                for data__initcontainers_x, data__initcontainers_item in enumerate(data__initcontainers):
                    validate___definitions_closed_container(data__initcontainers_item)
        if "sidecars" in data_keys:
            data_keys.remove("sidecars")
            data__sidecars = data["sidecars"]
            if not isinstance(data__sidecars, (list, NoneType)):
                raise Invalid
            data__sidecars_is_list = isinstance(data__sidecars, (list))
            if data__sidecars_is_list:
                data__sidecars_len = len(data__sidecars)
                if data__sidecars_len > 10000:
                    raise Invalid
                for data__sidecars_x, data__sidecars_item in enumerate(data__sidecars):
                    validate___definitions_closed_container(data__sidecars_item)
        if data_keys:
            raise Invalid
    return data


def validate___definitions_closed_secret(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (str)):
                raise Invalid
        if "value" in data_keys:
            data_keys.remove("value")
            data__value = data["value"]
            if not isinstance(data__value, (str)):
                raise Invalid
        if data_keys:
            raise Invalid
    return data


def validate___definitions_closed_secretreference(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (str)):
                raise Invalid
        if "secret_name" in data_keys:
            data_keys.remove("secret_name")
            data__secretname = data["secret_name"]
            if not isinstance(data__secretname, (str)):
                raise Invalid
        if "secret_key" in data_keys:
            data_keys.remove("secret_key")
            data__secretkey = data["secret_key"]
            if not isinstance(data__secretkey, (str)):
                raise Invalid
        if data_keys:
            raise Invalid
    return data


def validate___definitions_closed_sourceconfig(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        if "integration_id" in data_keys:
            data_keys.remove("integration_id")
            data__integrationid = data["integration_id"]
            if not isinstance(data__integrationid, (str, NoneType)):
                raise Invalid
            if isinstance(data__integrationid, str):
                if not REGEX_PATTERNS['^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'].search(data__integrationid):
                    raise Invalid
        if "repo_url" in data_keys:
            data_keys.remove("repo_url")
            data__repourl = data["repo_url"]
            if not isinstance(data__repourl, (str, NoneType)):
                raise Invalid
        if "build_on_push" in data_keys:
            data_keys.remove("build_on_push")
            data__buildonpush = data["build_on_push"]
            if not isinstance(data__buildonpush, (bool, NoneType)):
                raise Invalid
        if "custom_url" in data_keys:
            data_keys.remove("custom_url")
            data__customurl = data["custom_url"]
            if not isinstance(data__customurl, (str, NoneType)):
                raise Invalid
        if "resource_spec" in data_keys:
            data_keys.remove("resource_spec")
            data__resourcespec = data["resource_spec"]
            validate___definitions_closed_resourcespec_null(data__resourcespec)
        if "listener_id" in data_keys:
            data_keys.remove("listener_id")
            data__listenerid = data["listener_id"]
            if not isinstance(data__listenerid, (str, NoneType)):
                raise Invalid
            if isinstance(data__listenerid, str):
                if not REGEX_PATTERNS['^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'].search(data__listenerid):
                    raise Invalid
        if "listener_config" in data_keys:
            data_keys.remove("listener_config")
            data__listenerconfig = data["listener_config"]
            validate___definitions_closed_listenerconfig_null(data__listenerconfig)
        if "install_command" in data_keys:
            data_keys.remove("install_command")
            data__installcommand = data["install_command"]
            if not isinstance(data__installcommand, (str, NoneType)):
                raise Invalid
        if "build_command" in data_keys:
            data_keys.remove("build_command")
            data__buildcommand = data["build_command"]
            if not isinstance(data__buildcommand, (str, NoneType)):
                raise Invalid
        if data_keys:
            raise Invalid
    return data


def validate___definitions_closed_sourceconfig_null(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        if "integration_id" in data_keys:
            data_keys.remove("integration_id")
            data__integrationid = data["integration_id"]
            if not isinstance(data__integrationid, (str, NoneType)):
                raise Invalid
            if isinstance(data__integrationid, str):
                if not REGEX_PATTERNS['^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'].search(data__integrationid):
                    raise Invalid
        if "repo_url" in data_keys:
            data_keys.remove("repo_url")
            data__repourl = data["repo_url"]
            if not isinstance(data__repourl, (str, NoneType)):
                raise Invalid
        if "build_on_push" in data_keys:
            data_keys.remove("build_on_push")
            data__buildonpush = data["build_on_push"]
            if not isinstance(data__buildonpush, (bool, NoneType)):
                raise Invalid
        if "custom_url" in data_keys:
            data_keys.remove("custom_url")
            data__customurl = data["custom_url"]
            if not isinstance(data__customurl, (str, NoneType)):
                raise Invalid
        if "resource_spec" in data_keys:
            data_keys.remove("resource_spec")
            data__resourcespec = data["resource_spec"]
            validate___definitions_closed_resourcespec_null(data__resourcespec)
        if "listener_id" in data_keys:
            data_keys.remove("listener_id")
            data__listenerid = data["listener_id"]
            if not isinstance(data__listenerid, (str, NoneType)):
                raise Invalid
            if isinstance(data__listenerid, str):
                if not REGEX_PATTERNS['^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'].search(data__listenerid):
                    raise Invalid
        if "listener_config" in data_keys:
            data_keys.remove("listener_config")
            data__listenerconfig = data["listener_config"]
            validate___definitions_closed_listenerconfig_null(data__listenerconfig)
        if "install_command" in data_keys:
            data_keys.remove("install_command")
            data__installcommand = data["install_command"]
            if not isinstance(data__installcommand, (str, NoneType)):
                raise Invalid
        if "build_command" in data_keys:
            data_keys.remove("build_command")
            data__buildcommand = data["build_command"]
            if not isinstance(data__buildcommand, (str, NoneType)):
                raise Invalid
        if data_keys:
            raise Invalid
    return data


def validate___definitions_closed_sourcerevisionconfig(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        if "repo_ref" in data_keys:
            data_keys.remove("repo_ref")
            data__reporef = data["repo_ref"]
            if not isinstance(data__reporef, (str, NoneType)):
                raise Invalid
        if "graph_config_path" in data_keys:
            data_keys.remove("graph_config_path")
            data__graphconfigpath = data["graph_config_path"]
            if not isinstance(data__graphconfigpath, (str, NoneType)):
                raise Invalid
        if "image_uri" in data_keys:
            data_keys.remove("image_uri")
            data__imageuri = data["image_uri"]
            if not isinstance(data__imageuri, (str, NoneType)):
                raise Invalid
        if "source_tarball_path" in data_keys:
            data_keys.remove("source_tarball_path")
            data__sourcetarballpath = data["source_tarball_path"]
            if not isinstance(data__sourcetarballpath, (str, NoneType)):
                raise Invalid
        if "repo_commit_sha" in data_keys:
            data_keys.remove("repo_commit_sha")
            data__repocommitsha = data["repo_commit_sha"]
            if not isinstance(data__repocommitsha, (str, NoneType)):
                raise Invalid
        if data_keys:
            raise Invalid
    return data


def validate___definitions_closed_sourcerevisionconfigpatch_null(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        if "repo_ref" in data_keys:
            data_keys.remove("repo_ref")
            data__reporef = data["repo_ref"]
            if not isinstance(data__reporef, (str, NoneType)):
                raise Invalid
        if "graph_config_path" in data_keys:
            data_keys.remove("graph_config_path")
            data__graphconfigpath = data["graph_config_path"]
            if not isinstance(data__graphconfigpath, (str, NoneType)):
                raise Invalid
        if "image_uri" in data_keys:
            data_keys.remove("image_uri")
            data__imageuri = data["image_uri"]
            if not isinstance(data__imageuri, (str, NoneType)):
                raise Invalid
        if "source_tarball_path" in data_keys:
            data_keys.remove("source_tarball_path")
            data__sourcetarballpath = data["source_tarball_path"]
            if not isinstance(data__sourcetarballpath, (str, NoneType)):
                raise Invalid
        if data_keys:
            raise Invalid
    return data


def validate___definitions_closed_volume(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (str, NoneType)):
                raise Invalid
        if "configMap" in data_keys:
            data_keys.remove("configMap")
            data__configMap = data["configMap"]
            if not isinstance(data__configMap, (dict, NoneType)):
                raise Invalid
            data__configMap_is_dict = isinstance(data__configMap, dict)
            if data__configMap_is_dict:
                data__configMap_len = len(data__configMap)
                if data__configMap_len > 10000:
                    raise Invalid
                data__configMap_keys = set(data__configMap.keys())
                for data__configMap_key in data__configMap_keys:
                    if data__configMap_key not in []:
                        data__configMap_value = data__configMap.get(data__configMap_key)
                        validate___definitions_closed_any_value(data__configMap_value)
        if "secret" in data_keys:
            data_keys.remove("secret")
            data__secret = data["secret"]
            if not isinstance(data__secret, (dict, NoneType)):
                raise Invalid
            data__secret_is_dict = isinstance(data__secret, dict)
            if data__secret_is_dict:
                data__secret_len = len(data__secret)
                if data__secret_len > 10000:
                    raise Invalid
                data__secret_keys = set(data__secret.keys())
                for data__secret_key in data__secret_keys:
                    if data__secret_key not in []:
                        data__secret_value = data__secret.get(data__secret_key)
                        validate___definitions_closed_any_value(data__secret_value)
        if "emptyDir" in data_keys:
            data_keys.remove("emptyDir")
            data__emptyDir = data["emptyDir"]
            if not isinstance(data__emptyDir, (dict, NoneType)):
                raise Invalid
            data__emptyDir_is_dict = isinstance(data__emptyDir, dict)
            if data__emptyDir_is_dict:
                data__emptyDir_len = len(data__emptyDir)
                if data__emptyDir_len > 10000:
                    raise Invalid
                data__emptyDir_keys = set(data__emptyDir.keys())
                for data__emptyDir_key in data__emptyDir_keys:
                    if data__emptyDir_key not in []:
                        data__emptyDir_value = data__emptyDir.get(data__emptyDir_key)
                        validate___definitions_closed_any_value(data__emptyDir_value)
        if "persistentVolumeClaim" in data_keys:
            data_keys.remove("persistentVolumeClaim")
            data__persistentVolumeClaim = data["persistentVolumeClaim"]
            if not isinstance(data__persistentVolumeClaim, (dict, NoneType)):
                raise Invalid
            data__persistentVolumeClaim_is_dict = isinstance(data__persistentVolumeClaim, dict)
            if data__persistentVolumeClaim_is_dict:
                data__persistentVolumeClaim_len = len(data__persistentVolumeClaim)
                if data__persistentVolumeClaim_len > 10000:
                    raise Invalid
                data__persistentVolumeClaim_keys = set(data__persistentVolumeClaim.keys())
                for data__persistentVolumeClaim_key in data__persistentVolumeClaim_keys:
                    if data__persistentVolumeClaim_key not in []:
                        data__persistentVolumeClaim_value = data__persistentVolumeClaim.get(data__persistentVolumeClaim_key)
                        validate___definitions_closed_any_value(data__persistentVolumeClaim_value)
        if "nfs" in data_keys:
            data_keys.remove("nfs")
            data__nfs = data["nfs"]
            if not isinstance(data__nfs, (dict, NoneType)):
                raise Invalid
            data__nfs_is_dict = isinstance(data__nfs, dict)
            if data__nfs_is_dict:
                data__nfs_len = len(data__nfs)
                if data__nfs_len > 10000:
                    raise Invalid
                data__nfs_keys = set(data__nfs.keys())
                for data__nfs_key in data__nfs_keys:
                    if data__nfs_key not in []:
                        data__nfs_value = data__nfs.get(data__nfs_key)
                        validate___definitions_closed_any_value(data__nfs_value)
        if "projected" in data_keys:
            data_keys.remove("projected")
            data__projected = data["projected"]
            if not isinstance(data__projected, (dict, NoneType)):
                raise Invalid
            data__projected_is_dict = isinstance(data__projected, dict)
            if data__projected_is_dict:
                data__projected_len = len(data__projected)
                if data__projected_len > 10000:
                    raise Invalid
                data__projected_keys = set(data__projected.keys())
                for data__projected_key in data__projected_keys:
                    if data__projected_key not in []:
                        data__projected_value = data__projected.get(data__projected_key)
                        validate___definitions_closed_any_value(data__projected_value)
        if "downwardAPI" in data_keys:
            data_keys.remove("downwardAPI")
            data__downwardAPI = data["downwardAPI"]
            if not isinstance(data__downwardAPI, (dict, NoneType)):
                raise Invalid
            data__downwardAPI_is_dict = isinstance(data__downwardAPI, dict)
            if data__downwardAPI_is_dict:
                data__downwardAPI_len = len(data__downwardAPI)
                if data__downwardAPI_len > 10000:
                    raise Invalid
                data__downwardAPI_keys = set(data__downwardAPI.keys())
                for data__downwardAPI_key in data__downwardAPI_keys:
                    if data__downwardAPI_key not in []:
                        data__downwardAPI_value = data__downwardAPI.get(data__downwardAPI_key)
                        validate___definitions_closed_any_value(data__downwardAPI_value)
        if "csi" in data_keys:
            data_keys.remove("csi")
            data__csi = data["csi"]
            if not isinstance(data__csi, (dict, NoneType)):
                raise Invalid
            data__csi_is_dict = isinstance(data__csi, dict)
            if data__csi_is_dict:
                data__csi_len = len(data__csi)
                if data__csi_len > 10000:
                    raise Invalid
                data__csi_keys = set(data__csi.keys())
                for data__csi_key in data__csi_keys:
                    if data__csi_key not in []:
                        data__csi_value = data__csi.get(data__csi_key)
                        validate___definitions_closed_any_value(data__csi_value)
        if data_keys:
            raise Invalid
    return data


def validate___definitions_closed_volumemount(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (str, NoneType)):
                raise Invalid
        if "mountPath" in data_keys:
            data_keys.remove("mountPath")
            data__mountPath = data["mountPath"]
            if not isinstance(data__mountPath, (str, NoneType)):
                raise Invalid
        if "subPath" in data_keys:
            data_keys.remove("subPath")
            data__subPath = data["subPath"]
            if not isinstance(data__subPath, (str, NoneType)):
                raise Invalid
        if "mountPropagation" in data_keys:
            data_keys.remove("mountPropagation")
            data__mountPropagation = data["mountPropagation"]
            if not isinstance(data__mountPropagation, (str, NoneType)):
                raise Invalid
        if "subPathExpr" in data_keys:
            data_keys.remove("subPathExpr")
            data__subPathExpr = data["subPathExpr"]
            if not isinstance(data__subPathExpr, (str, NoneType)):
                raise Invalid
        if "readOnly" in data_keys:
            data_keys.remove("readOnly")
            data__readOnly = data["readOnly"]
            if not isinstance(data__readOnly, (bool, NoneType)):
                raise Invalid
        if data_keys:
            raise Invalid
    return data


def validate___definitions_open_any_value(data):
    if not isinstance(data, (list, bool, NoneType, int, float, dict, str)):
        raise Invalid
    if isinstance(data, (int, float)) and not isinstance(data, bool):
        if data < -9007199254740991:
            raise Invalid
        if data > 9007199254740991:
            raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_open_any_value(data_item)
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_open_any_value(data_value)
    return data


def validate___definitions_open_container(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (str, NoneType)):
                raise Invalid
        if "image" in data_keys:
            data_keys.remove("image")
            data__image = data["image"]
            if not isinstance(data__image, (str, NoneType)):
                raise Invalid
        if "imagePullPolicy" in data_keys:
            data_keys.remove("imagePullPolicy")
            data__imagePullPolicy = data["imagePullPolicy"]
            if not isinstance(data__imagePullPolicy, (str, NoneType)):
                raise Invalid
        if "workingDir" in data_keys:
            data_keys.remove("workingDir")
            data__workingDir = data["workingDir"]
            if not isinstance(data__workingDir, (str, NoneType)):
                raise Invalid
        if "restartPolicy" in data_keys:
            data_keys.remove("restartPolicy")
            data__restartPolicy = data["restartPolicy"]
            if not isinstance(data__restartPolicy, (str, NoneType)):
                raise Invalid
        if "command" in data_keys:
            data_keys.remove("command")
            data__command = data["command"]
            if not isinstance(data__command, (list, NoneType)):
                raise Invalid
            data__command_is_list = isinstance(data__command, (list))
            if data__command_is_list:
                data__command_len = len(data__command)
                if data__command_len > 10000:
                    raise Invalid
                for data__command_x, data__command_item in enumerate(data__command):
                    if not isinstance(data__command_item, (str)):
                        raise Invalid
        if "args" in data_keys:
            data_keys.remove("args")
            data__args = data["args"]
            if not isinstance(data__args, (list, NoneType)):
                raise Invalid
            data__args_is_list = isinstance(data__args, (list))
            if data__args_is_list:
                data__args_len = len(data__args)
                if data__args_len > 10000:
                    raise Invalid
                for data__args_x, data__args_item in enumerate(data__args):
                    if not isinstance(data__args_item, (str)):
                        raise Invalid
        if "env" in data_keys:
            data_keys.remove("env")
            data__env = data["env"]
            if not isinstance(data__env, (list, NoneType)):
                raise Invalid
            data__env_is_list = isinstance(data__env, (list))
            if data__env_is_list:
                data__env_len = len(data__env)
                if data__env_len > 10000:
                    raise Invalid
                for data__env_x, data__env_item in enumerate(data__env):
                    validate___definitions_open_envvar(data__env_item)
        if "envFrom" in data_keys:
            data_keys.remove("envFrom")
            data__envFrom = data["envFrom"]
            if not isinstance(data__envFrom, (list, NoneType)):
                raise Invalid
            data__envFrom_is_list = isinstance(data__envFrom, (list))
            if data__envFrom_is_list:
                data__envFrom_len = len(data__envFrom)
                if data__envFrom_len > 10000:
                    raise Invalid
                for data__envFrom_x, data__envFrom_item in enumerate(data__envFrom):
                    if not isinstance(data__envFrom_item, (dict)):
                        raise Invalid
                    data__envFrom_item_is_dict = isinstance(data__envFrom_item, dict)
                    if data__envFrom_item_is_dict:
                        data__envFrom_item_len = len(data__envFrom_item)
                        if data__envFrom_item_len > 10000:
                            raise Invalid
                        data__envFrom_item_keys = set(data__envFrom_item.keys())
                        for data__envFrom_item_key in data__envFrom_item_keys:
                            if data__envFrom_item_key not in []:
                                data__envFrom_item_value = data__envFrom_item.get(data__envFrom_item_key)
                                validate___definitions_open_any_value(data__envFrom_item_value)
        if "resources" in data_keys:
            data_keys.remove("resources")
            data__resources = data["resources"]
            validate___definitions_open_containerresources_null(data__resources)
        if "volumeMounts" in data_keys:
            data_keys.remove("volumeMounts")
            data__volumeMounts = data["volumeMounts"]
            if not isinstance(data__volumeMounts, (list, NoneType)):
                raise Invalid
            data__volumeMounts_is_list = isinstance(data__volumeMounts, (list))
            if data__volumeMounts_is_list:
                data__volumeMounts_len = len(data__volumeMounts)
                if data__volumeMounts_len > 10000:
                    raise Invalid
                for data__volumeMounts_x, data__volumeMounts_item in enumerate(data__volumeMounts):
                    validate___definitions_open_volumemount(data__volumeMounts_item)
        if "securityContext" in data_keys:
            data_keys.remove("securityContext")
            data__securityContext = data["securityContext"]
            if not isinstance(data__securityContext, (dict, NoneType)):
                raise Invalid
            data__securityContext_is_dict = isinstance(data__securityContext, dict)
            if data__securityContext_is_dict:
                data__securityContext_len = len(data__securityContext)
                if data__securityContext_len > 10000:
                    raise Invalid
                data__securityContext_keys = set(data__securityContext.keys())
                for data__securityContext_key in data__securityContext_keys:
                    if data__securityContext_key not in []:
                        data__securityContext_value = data__securityContext.get(data__securityContext_key)
                        validate___definitions_open_any_value(data__securityContext_value)
        for data_key in data_keys:
            if data_key not in ['name', 'image', 'imagePullPolicy', 'workingDir', 'restartPolicy', 'command', 'args', 'env', 'envFrom', 'resources', 'volumeMounts', 'securityContext']:
                data_value = data.get(data_key)
                validate___definitions_open_any_value(data_value)
    return data


def validate___definitions_open_containerresources_null(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        if "limits" in data_keys:
            data_keys.remove("limits")
            data__limits = data["limits"]
            if not isinstance(data__limits, (dict, NoneType)):
                raise Invalid
            data__limits_is_dict = isinstance(data__limits, dict)
            if data__limits_is_dict:
                data__limits_len = len(data__limits)
                if data__limits_len > 10000:
                    raise Invalid
                data__limits_keys = set(data__limits.keys())
                for data__limits_key in data__limits_keys:
                    if data__limits_key not in []:
                        data__limits_value = data__limits.get(data__limits_key)
                        validate___definitions_open_any_value(data__limits_value)
        if "requests" in data_keys:
            data_keys.remove("requests")
            data__requests = data["requests"]
            if not isinstance(data__requests, (dict, NoneType)):
                raise Invalid
            data__requests_is_dict = isinstance(data__requests, dict)
            if data__requests_is_dict:
                data__requests_len = len(data__requests)
                if data__requests_len > 10000:
                    raise Invalid
                data__requests_keys = set(data__requests.keys())
                for data__requests_key in data__requests_keys:
                    if data__requests_key not in []:
                        data__requests_value = data__requests.get(data__requests_key)
                        validate___definitions_open_any_value(data__requests_value)
        for data_key in data_keys:
            if data_key not in ['limits', 'requests']:
                data_value = data.get(data_key)
                validate___definitions_open_any_value(data_value)
    return data


def validate___definitions_open_deployment(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data__missing_keys = set(['name', 'source', 'source_config', 'source_revision_config', 'secrets', 'id', 'tenant_id', 'created_at', 'updated_at', 'status', 'latest_revision_id', 'active_revision_id']) - data.keys()
        if data__missing_keys:
            raise Invalid
        data_keys = set(data.keys())
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (str)):
                raise Invalid
        if "source" in data_keys:
            data_keys.remove("source")
            data__source = data["source"]
            if not isinstance(data__source, (str)):
                raise Invalid
            if not (isinstance(data__source, str) and data__source == 'codehost' or isinstance(data__source, str) and data__source == 'external_container' or isinstance(data__source, str) and data__source == 'internal_container' or isinstance(data__source, str) and data__source == 'internal_source' or isinstance(data__source, str) and data__source == 'internal_template'):
                raise Invalid
        if "source_config" in data_keys:
            data_keys.remove("source_config")
            data__sourceconfig = data["source_config"]
            validate___definitions_open_sourceconfig(data__sourceconfig)
        if "source_revision_config" in data_keys:
            data_keys.remove("source_revision_config")
            data__sourcerevisionconfig = data["source_revision_config"]
            validate___definitions_open_sourcerevisionconfig(data__sourcerevisionconfig)
        if "secrets" in data_keys:
            data_keys.remove("secrets")
            data__secrets = data["secrets"]
            if not isinstance(data__secrets, (list)):
                raise Invalid
            data__secrets_is_list = isinstance(data__secrets, (list))
            if data__secrets_is_list:
                data__secrets_len = len(data__secrets)
                if data__secrets_len > 10000:
                    raise Invalid
                for data__secrets_x, data__secrets_item in enumerate(data__secrets):
                    validate___definitions_open_secret(data__secrets_item)
        if "id" in data_keys:
            data_keys.remove("id")
            data__id = data["id"]
            if not isinstance(data__id, (str)):
                raise Invalid
            if isinstance(data__id, str):
                if not REGEX_PATTERNS['^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'].search(data__id):
                    raise Invalid
        if "tenant_id" in data_keys:
            data_keys.remove("tenant_id")
            data__tenantid = data["tenant_id"]
            if not isinstance(data__tenantid, (str)):
                raise Invalid
            if isinstance(data__tenantid, str):
                if not REGEX_PATTERNS['^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'].search(data__tenantid):
                    raise Invalid
        if "created_at" in data_keys:
            data_keys.remove("created_at")
            data__createdat = data["created_at"]
            if not isinstance(data__createdat, (str)):
                raise Invalid
            if isinstance(data__createdat, str):
                if not REGEX_PATTERNS['^(?:[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)[Tt](?:(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]+)?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])|23:59:60(?:\\.[0-9]+)?(?:[Zz]|[+-]00:00)|11:59:60(?:\\.[0-9]+)?[-]12:00|12:14:60(?:\\.[0-9]+)?[-]11:45|12:29:60(?:\\.[0-9]+)?[-]11:30|12:44:60(?:\\.[0-9]+)?[-]11:15|12:59:60(?:\\.[0-9]+)?[-]11:00|13:14:60(?:\\.[0-9]+)?[-]10:45|13:29:60(?:\\.[0-9]+)?[-]10:30|13:44:60(?:\\.[0-9]+)?[-]10:15|13:59:60(?:\\.[0-9]+)?[-]10:00|14:14:60(?:\\.[0-9]+)?[-]09:45|14:29:60(?:\\.[0-9]+)?[-]09:30|14:44:60(?:\\.[0-9]+)?[-]09:15|14:59:60(?:\\.[0-9]+)?[-]09:00|15:14:60(?:\\.[0-9]+)?[-]08:45|15:29:60(?:\\.[0-9]+)?[-]08:30|15:44:60(?:\\.[0-9]+)?[-]08:15|15:59:60(?:\\.[0-9]+)?[-]08:00|16:14:60(?:\\.[0-9]+)?[-]07:45|16:29:60(?:\\.[0-9]+)?[-]07:30|16:44:60(?:\\.[0-9]+)?[-]07:15|16:59:60(?:\\.[0-9]+)?[-]07:00|17:14:60(?:\\.[0-9]+)?[-]06:45|17:29:60(?:\\.[0-9]+)?[-]06:30|17:44:60(?:\\.[0-9]+)?[-]06:15|17:59:60(?:\\.[0-9]+)?[-]06:00|18:14:60(?:\\.[0-9]+)?[-]05:45|18:29:60(?:\\.[0-9]+)?[-]05:30|18:44:60(?:\\.[0-9]+)?[-]05:15|18:59:60(?:\\.[0-9]+)?[-]05:00|19:14:60(?:\\.[0-9]+)?[-]04:45|19:29:60(?:\\.[0-9]+)?[-]04:30|19:44:60(?:\\.[0-9]+)?[-]04:15|19:59:60(?:\\.[0-9]+)?[-]04:00|20:14:60(?:\\.[0-9]+)?[-]03:45|20:29:60(?:\\.[0-9]+)?[-]03:30|20:44:60(?:\\.[0-9]+)?[-]03:15|20:59:60(?:\\.[0-9]+)?[-]03:00|21:14:60(?:\\.[0-9]+)?[-]02:45|21:29:60(?:\\.[0-9]+)?[-]02:30|21:44:60(?:\\.[0-9]+)?[-]02:15|21:59:60(?:\\.[0-9]+)?[-]02:00|22:14:60(?:\\.[0-9]+)?[-]01:45|22:29:60(?:\\.[0-9]+)?[-]01:30|22:44:60(?:\\.[0-9]+)?[-]01:15|22:59:60(?:\\.[0-9]+)?[-]01:00|23:14:60(?:\\.[0-9]+)?[-]00:45|23:29:60(?:\\.[0-9]+)?[-]00:30|23:44:60(?:\\.[0-9]+)?[-]00:15|00:14:60(?:\\.[0-9]+)?[+]00:15|00:29:60(?:\\.[0-9]+)?[+]00:30|00:44:60(?:\\.[0-9]+)?[+]00:45|00:59:60(?:\\.[0-9]+)?[+]01:00|01:14:60(?:\\.[0-9]+)?[+]01:15|01:29:60(?:\\.[0-9]+)?[+]01:30|01:44:60(?:\\.[0-9]+)?[+]01:45|01:59:60(?:\\.[0-9]+)?[+]02:00|02:14:60(?:\\.[0-9]+)?[+]02:15|02:29:60(?:\\.[0-9]+)?[+]02:30|02:44:60(?:\\.[0-9]+)?[+]02:45|02:59:60(?:\\.[0-9]+)?[+]03:00|03:14:60(?:\\.[0-9]+)?[+]03:15|03:29:60(?:\\.[0-9]+)?[+]03:30|03:44:60(?:\\.[0-9]+)?[+]03:45|03:59:60(?:\\.[0-9]+)?[+]04:00|04:14:60(?:\\.[0-9]+)?[+]04:15|04:29:60(?:\\.[0-9]+)?[+]04:30|04:44:60(?:\\.[0-9]+)?[+]04:45|04:59:60(?:\\.[0-9]+)?[+]05:00|05:14:60(?:\\.[0-9]+)?[+]05:15|05:29:60(?:\\.[0-9]+)?[+]05:30|05:44:60(?:\\.[0-9]+)?[+]05:45|05:59:60(?:\\.[0-9]+)?[+]06:00|06:14:60(?:\\.[0-9]+)?[+]06:15|06:29:60(?:\\.[0-9]+)?[+]06:30|06:44:60(?:\\.[0-9]+)?[+]06:45|06:59:60(?:\\.[0-9]+)?[+]07:00|07:14:60(?:\\.[0-9]+)?[+]07:15|07:29:60(?:\\.[0-9]+)?[+]07:30|07:44:60(?:\\.[0-9]+)?[+]07:45|07:59:60(?:\\.[0-9]+)?[+]08:00|08:14:60(?:\\.[0-9]+)?[+]08:15|08:29:60(?:\\.[0-9]+)?[+]08:30|08:44:60(?:\\.[0-9]+)?[+]08:45|08:59:60(?:\\.[0-9]+)?[+]09:00|09:14:60(?:\\.[0-9]+)?[+]09:15|09:29:60(?:\\.[0-9]+)?[+]09:30|09:44:60(?:\\.[0-9]+)?[+]09:45|09:59:60(?:\\.[0-9]+)?[+]10:00|10:14:60(?:\\.[0-9]+)?[+]10:15|10:29:60(?:\\.[0-9]+)?[+]10:30|10:44:60(?:\\.[0-9]+)?[+]10:45|10:59:60(?:\\.[0-9]+)?[+]11:00|11:14:60(?:\\.[0-9]+)?[+]11:15|11:29:60(?:\\.[0-9]+)?[+]11:30|11:44:60(?:\\.[0-9]+)?[+]11:45|11:59:60(?:\\.[0-9]+)?[+]12:00|12:14:60(?:\\.[0-9]+)?[+]12:15|12:29:60(?:\\.[0-9]+)?[+]12:30|12:44:60(?:\\.[0-9]+)?[+]12:45|12:59:60(?:\\.[0-9]+)?[+]13:00|13:14:60(?:\\.[0-9]+)?[+]13:15|13:29:60(?:\\.[0-9]+)?[+]13:30|13:44:60(?:\\.[0-9]+)?[+]13:45|13:59:60(?:\\.[0-9]+)?[+]14:00)$'].search(data__createdat):
                    raise Invalid
        if "updated_at" in data_keys:
            data_keys.remove("updated_at")
            data__updatedat = data["updated_at"]
            if not isinstance(data__updatedat, (str)):
                raise Invalid
            if isinstance(data__updatedat, str):
                if not REGEX_PATTERNS['^(?:[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)[Tt](?:(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]+)?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])|23:59:60(?:\\.[0-9]+)?(?:[Zz]|[+-]00:00)|11:59:60(?:\\.[0-9]+)?[-]12:00|12:14:60(?:\\.[0-9]+)?[-]11:45|12:29:60(?:\\.[0-9]+)?[-]11:30|12:44:60(?:\\.[0-9]+)?[-]11:15|12:59:60(?:\\.[0-9]+)?[-]11:00|13:14:60(?:\\.[0-9]+)?[-]10:45|13:29:60(?:\\.[0-9]+)?[-]10:30|13:44:60(?:\\.[0-9]+)?[-]10:15|13:59:60(?:\\.[0-9]+)?[-]10:00|14:14:60(?:\\.[0-9]+)?[-]09:45|14:29:60(?:\\.[0-9]+)?[-]09:30|14:44:60(?:\\.[0-9]+)?[-]09:15|14:59:60(?:\\.[0-9]+)?[-]09:00|15:14:60(?:\\.[0-9]+)?[-]08:45|15:29:60(?:\\.[0-9]+)?[-]08:30|15:44:60(?:\\.[0-9]+)?[-]08:15|15:59:60(?:\\.[0-9]+)?[-]08:00|16:14:60(?:\\.[0-9]+)?[-]07:45|16:29:60(?:\\.[0-9]+)?[-]07:30|16:44:60(?:\\.[0-9]+)?[-]07:15|16:59:60(?:\\.[0-9]+)?[-]07:00|17:14:60(?:\\.[0-9]+)?[-]06:45|17:29:60(?:\\.[0-9]+)?[-]06:30|17:44:60(?:\\.[0-9]+)?[-]06:15|17:59:60(?:\\.[0-9]+)?[-]06:00|18:14:60(?:\\.[0-9]+)?[-]05:45|18:29:60(?:\\.[0-9]+)?[-]05:30|18:44:60(?:\\.[0-9]+)?[-]05:15|18:59:60(?:\\.[0-9]+)?[-]05:00|19:14:60(?:\\.[0-9]+)?[-]04:45|19:29:60(?:\\.[0-9]+)?[-]04:30|19:44:60(?:\\.[0-9]+)?[-]04:15|19:59:60(?:\\.[0-9]+)?[-]04:00|20:14:60(?:\\.[0-9]+)?[-]03:45|20:29:60(?:\\.[0-9]+)?[-]03:30|20:44:60(?:\\.[0-9]+)?[-]03:15|20:59:60(?:\\.[0-9]+)?[-]03:00|21:14:60(?:\\.[0-9]+)?[-]02:45|21:29:60(?:\\.[0-9]+)?[-]02:30|21:44:60(?:\\.[0-9]+)?[-]02:15|21:59:60(?:\\.[0-9]+)?[-]02:00|22:14:60(?:\\.[0-9]+)?[-]01:45|22:29:60(?:\\.[0-9]+)?[-]01:30|22:44:60(?:\\.[0-9]+)?[-]01:15|22:59:60(?:\\.[0-9]+)?[-]01:00|23:14:60(?:\\.[0-9]+)?[-]00:45|23:29:60(?:\\.[0-9]+)?[-]00:30|23:44:60(?:\\.[0-9]+)?[-]00:15|00:14:60(?:\\.[0-9]+)?[+]00:15|00:29:60(?:\\.[0-9]+)?[+]00:30|00:44:60(?:\\.[0-9]+)?[+]00:45|00:59:60(?:\\.[0-9]+)?[+]01:00|01:14:60(?:\\.[0-9]+)?[+]01:15|01:29:60(?:\\.[0-9]+)?[+]01:30|01:44:60(?:\\.[0-9]+)?[+]01:45|01:59:60(?:\\.[0-9]+)?[+]02:00|02:14:60(?:\\.[0-9]+)?[+]02:15|02:29:60(?:\\.[0-9]+)?[+]02:30|02:44:60(?:\\.[0-9]+)?[+]02:45|02:59:60(?:\\.[0-9]+)?[+]03:00|03:14:60(?:\\.[0-9]+)?[+]03:15|03:29:60(?:\\.[0-9]+)?[+]03:30|03:44:60(?:\\.[0-9]+)?[+]03:45|03:59:60(?:\\.[0-9]+)?[+]04:00|04:14:60(?:\\.[0-9]+)?[+]04:15|04:29:60(?:\\.[0-9]+)?[+]04:30|04:44:60(?:\\.[0-9]+)?[+]04:45|04:59:60(?:\\.[0-9]+)?[+]05:00|05:14:60(?:\\.[0-9]+)?[+]05:15|05:29:60(?:\\.[0-9]+)?[+]05:30|05:44:60(?:\\.[0-9]+)?[+]05:45|05:59:60(?:\\.[0-9]+)?[+]06:00|06:14:60(?:\\.[0-9]+)?[+]06:15|06:29:60(?:\\.[0-9]+)?[+]06:30|06:44:60(?:\\.[0-9]+)?[+]06:45|06:59:60(?:\\.[0-9]+)?[+]07:00|07:14:60(?:\\.[0-9]+)?[+]07:15|07:29:60(?:\\.[0-9]+)?[+]07:30|07:44:60(?:\\.[0-9]+)?[+]07:45|07:59:60(?:\\.[0-9]+)?[+]08:00|08:14:60(?:\\.[0-9]+)?[+]08:15|08:29:60(?:\\.[0-9]+)?[+]08:30|08:44:60(?:\\.[0-9]+)?[+]08:45|08:59:60(?:\\.[0-9]+)?[+]09:00|09:14:60(?:\\.[0-9]+)?[+]09:15|09:29:60(?:\\.[0-9]+)?[+]09:30|09:44:60(?:\\.[0-9]+)?[+]09:45|09:59:60(?:\\.[0-9]+)?[+]10:00|10:14:60(?:\\.[0-9]+)?[+]10:15|10:29:60(?:\\.[0-9]+)?[+]10:30|10:44:60(?:\\.[0-9]+)?[+]10:45|10:59:60(?:\\.[0-9]+)?[+]11:00|11:14:60(?:\\.[0-9]+)?[+]11:15|11:29:60(?:\\.[0-9]+)?[+]11:30|11:44:60(?:\\.[0-9]+)?[+]11:45|11:59:60(?:\\.[0-9]+)?[+]12:00|12:14:60(?:\\.[0-9]+)?[+]12:15|12:29:60(?:\\.[0-9]+)?[+]12:30|12:44:60(?:\\.[0-9]+)?[+]12:45|12:59:60(?:\\.[0-9]+)?[+]13:00|13:14:60(?:\\.[0-9]+)?[+]13:15|13:29:60(?:\\.[0-9]+)?[+]13:30|13:44:60(?:\\.[0-9]+)?[+]13:45|13:59:60(?:\\.[0-9]+)?[+]14:00)$'].search(data__updatedat):
                    raise Invalid
        if "status" in data_keys:
            data_keys.remove("status")
            data__status = data["status"]
            if not isinstance(data__status, (str)):
                raise Invalid
            if not (isinstance(data__status, str) and data__status == 'AWAITING_DATABASE' or isinstance(data__status, str) and data__status == 'READY' or isinstance(data__status, str) and data__status == 'UNUSED' or isinstance(data__status, str) and data__status == 'AWAITING_DELETE' or isinstance(data__status, str) and data__status == 'UNKNOWN'):
                raise Invalid
        if "latest_revision_id" in data_keys:
            data_keys.remove("latest_revision_id")
            data__latestrevisionid = data["latest_revision_id"]
            if not isinstance(data__latestrevisionid, (str, NoneType)):
                raise Invalid
            if isinstance(data__latestrevisionid, str):
                if not REGEX_PATTERNS['^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'].search(data__latestrevisionid):
                    raise Invalid
        if "active_revision_id" in data_keys:
            data_keys.remove("active_revision_id")
            data__activerevisionid = data["active_revision_id"]
            if not isinstance(data__activerevisionid, (str, NoneType)):
                raise Invalid
            if isinstance(data__activerevisionid, str):
                if not REGEX_PATTERNS['^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'].search(data__activerevisionid):
                    raise Invalid
        if "secret_references" in data_keys:
            data_keys.remove("secret_references")
            data__secretreferences = data["secret_references"]
            if not isinstance(data__secretreferences, (list, NoneType)):
                raise Invalid
            data__secretreferences_is_list = isinstance(data__secretreferences, (list))
            if data__secretreferences_is_list:
                data__secretreferences_len = len(data__secretreferences)
                if data__secretreferences_len > 10000:
                    raise Invalid
                for data__secretreferences_x, data__secretreferences_item in enumerate(data__secretreferences):
                    validate___definitions_open_secretreference(data__secretreferences_item)
        if "image_version" in data_keys:
            data_keys.remove("image_version")
            data__imageversion = data["image_version"]
            if not isinstance(data__imageversion, (str, NoneType)):
                raise Invalid
        for data_key in data_keys:
            if data_key not in ['name', 'source', 'source_config', 'source_revision_config', 'secrets', 'id', 'tenant_id', 'created_at', 'updated_at', 'status', 'latest_revision_id', 'active_revision_id', 'secret_references', 'image_version']:
                data_value = data.get(data_key)
                validate___definitions_open_any_value(data_value)
    return data


def validate___definitions_open_deploymentlist(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data__missing_keys = set(['resources', 'offset']) - data.keys()
        if data__missing_keys:
            raise Invalid
        data_keys = set(data.keys())
        if "resources" in data_keys:
            data_keys.remove("resources")
            data__resources = data["resources"]
            if not isinstance(data__resources, (list)):
                raise Invalid
            data__resources_is_list = isinstance(data__resources, (list))
            if data__resources_is_list:
                data__resources_len = len(data__resources)
                if data__resources_len > 10000:
                    raise Invalid
                for data__resources_x, data__resources_item in enumerate(data__resources):
                    validate___definitions_open_deployment(data__resources_item)
        if "offset" in data_keys:
            data_keys.remove("offset")
            data__offset = data["offset"]
            if not isinstance(data__offset, (int)) and not (isinstance(data__offset, float) and data__offset.is_integer()) or isinstance(data__offset, bool):
                raise Invalid
            if isinstance(data__offset, (int, float)) and not isinstance(data__offset, bool):
                if data__offset < -9007199254740991:
                    raise Invalid
                if data__offset > 9007199254740991:
                    raise Invalid
        for data_key in data_keys:
            if data_key not in ['resources', 'offset']:
                data_value = data.get(data_key)
                validate___definitions_open_any_value(data_value)
    return data


def validate___definitions_open_deploymentpatch(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        if "revision_source" in data_keys:
            data_keys.remove("revision_source")
            data__revisionsource = data["revision_source"]
            if not isinstance(data__revisionsource, (str, NoneType)):
                raise Invalid
            if not (isinstance(data__revisionsource, str) and data__revisionsource == 'codehost' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_container' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_source' or data__revisionsource is None):
                raise Invalid
        if "source_config" in data_keys:
            data_keys.remove("source_config")
            data__sourceconfig = data["source_config"]
            validate___definitions_open_sourceconfig_null(data__sourceconfig)
        if "source_revision_config" in data_keys:
            data_keys.remove("source_revision_config")
            data__sourcerevisionconfig = data["source_revision_config"]
            validate___definitions_open_sourcerevisionconfigpatch_null(data__sourcerevisionconfig)
        if "secrets" in data_keys:
            data_keys.remove("secrets")
            data__secrets = data["secrets"]
            if not isinstance(data__secrets, (list, NoneType)):
                raise Invalid
            data__secrets_is_list = isinstance(data__secrets, (list))
            if data__secrets_is_list:
                data__secrets_len = len(data__secrets)
                if data__secrets_len > 10000:
                    raise Invalid
                for data__secrets_x, data__secrets_item in enumerate(data__secrets):
                    validate___definitions_open_secret(data__secrets_item)
        if "secret_references" in data_keys:
            data_keys.remove("secret_references")
            data__secretreferences = data["secret_references"]
            if not isinstance(data__secretreferences, (list, NoneType)):
                raise Invalid
            data__secretreferences_is_list = isinstance(data__secretreferences, (list))
            if data__secretreferences_is_list:
                data__secretreferences_len = len(data__secretreferences)
                if data__secretreferences_len > 10000:
                    raise Invalid
                for data__secretreferences_x, data__secretreferences_item in enumerate(data__secretreferences):
                    validate___definitions_open_secretreference(data__secretreferences_item)
        for data_key in data_keys:
            if data_key not in ['revision_source', 'source_config', 'source_revision_config', 'secrets', 'secret_references']:
                data_value = data.get(data_key)
                validate___definitions_open_any_value(data_value)
    return data


def validate___definitions_open_envvar(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (str, NoneType)):
                raise Invalid
        if "value" in data_keys:
            data_keys.remove("value")
            data__value = data["value"]
            if not isinstance(data__value, (str, NoneType)):
                raise Invalid
        if "valueFrom" in data_keys:
            data_keys.remove("valueFrom")
            data__valueFrom = data["valueFrom"]
            if not isinstance(data__valueFrom, (dict, NoneType)):
                raise Invalid
            data__valueFrom_is_dict = isinstance(data__valueFrom, dict)
            if data__valueFrom_is_dict:
                data__valueFrom_len = len(data__valueFrom)
                if data__valueFrom_len > 10000:
                    raise Invalid
                data__valueFrom_keys = set(data__valueFrom.keys())
                for data__valueFrom_key in data__valueFrom_keys:
                    if data__valueFrom_key not in []:
                        data__valueFrom_value = data__valueFrom.get(data__valueFrom_key)
                        validate___definitions_open_any_value(data__valueFrom_value)
        for data_key in data_keys:
            if data_key not in ['name', 'value', 'valueFrom']:
                data_value = data.get(data_key)
                validate___definitions_open_any_value(data_value)
    return data


def validate___definitions_open_imagepullsecret(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (str, NoneType)):
                raise Invalid
        for data_key in data_keys:
            if data_key not in ['name']:
                data_value = data.get(data_key)
                validate___definitions_open_any_value(data_value)
    return data


def validate___definitions_open_listenerconfig_null(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        if "cluster_namespace" in data_keys:
            data_keys.remove("cluster_namespace")
            data__clusternamespace = data["cluster_namespace"]
            if not isinstance(data__clusternamespace, (str, NoneType)):
                raise Invalid
        for data_key in data_keys:
            if data_key not in ['cluster_namespace']:
                data_value = data.get(data_key)
                validate___definitions_open_any_value(data_value)
    return data


def validate___definitions_open_repository(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data__missing_keys = set(['host_integration_id', 'id', 'name', 'owner', 'url', 'default_branch']) - data.keys()
        if data__missing_keys:
            raise Invalid
        data_keys = set(data.keys())
        if "host_integration_id" in data_keys:
            data_keys.remove("host_integration_id")
            data__hostintegrationid = data["host_integration_id"]
            if not isinstance(data__hostintegrationid, (str)):
                raise Invalid
            if isinstance(data__hostintegrationid, str):
                if not REGEX_PATTERNS['^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'].search(data__hostintegrationid):
                    raise Invalid
        if "id" in data_keys:
            data_keys.remove("id")
            data__id = data["id"]
            if not isinstance(data__id, (int)) and not (isinstance(data__id, float) and data__id.is_integer()) or isinstance(data__id, bool):
                raise Invalid
            if isinstance(data__id, (int, float)) and not isinstance(data__id, bool):
                if data__id < -9007199254740991:
                    raise Invalid
                if data__id > 9007199254740991:
                    raise Invalid
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (str)):
                raise Invalid
        if "owner" in data_keys:
            data_keys.remove("owner")
            data__owner = data["owner"]
            if not isinstance(data__owner, (str)):
                raise Invalid
        if "url" in data_keys:
            data_keys.remove("url")
            data__url = data["url"]
            if not isinstance(data__url, (str)):
                raise Invalid
        if "default_branch" in data_keys:
            data_keys.remove("default_branch")
            data__defaultbranch = data["default_branch"]
            if not isinstance(data__defaultbranch, (str)):
                raise Invalid
        for data_key in data_keys:
            if data_key not in ['host_integration_id', 'id', 'name', 'owner', 'url', 'default_branch']:
                data_value = data.get(data_key)
                validate___definitions_open_any_value(data_value)
    return data


def validate___definitions_open_repositorylist(data):
    if not isinstance(data, (list)):
        raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_open_repository(data_item)
    return data


def validate___definitions_open_resourcespec_null(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        if "min_scale" in data_keys:
            data_keys.remove("min_scale")
            data__minscale = data["min_scale"]
            if not isinstance(data__minscale, (int, NoneType)) and not (isinstance(data__minscale, float) and data__minscale.is_integer()) or isinstance(data__minscale, bool):
                raise Invalid
            if isinstance(data__minscale, (int, float)) and not isinstance(data__minscale, bool):
                if data__minscale < -9007199254740991:
                    raise Invalid
                if data__minscale > 9007199254740991:
                    raise Invalid
        if "max_scale" in data_keys:
            data_keys.remove("max_scale")
            data__maxscale = data["max_scale"]
            if not isinstance(data__maxscale, (int, NoneType)) and not (isinstance(data__maxscale, float) and data__maxscale.is_integer()) or isinstance(data__maxscale, bool):
                raise Invalid
            if isinstance(data__maxscale, (int, float)) and not isinstance(data__maxscale, bool):
                if data__maxscale < -9007199254740991:
                    raise Invalid
                if data__maxscale > 9007199254740991:
                    raise Invalid
        if "cpu" in data_keys:
            data_keys.remove("cpu")
            data__cpu = data["cpu"]
            if not isinstance(data__cpu, (int, float, NoneType)) or isinstance(data__cpu, bool):
                raise Invalid
            if isinstance(data__cpu, (int, float)) and not isinstance(data__cpu, bool):
                if data__cpu < -9007199254740991:
                    raise Invalid
                if data__cpu > 9007199254740991:
                    raise Invalid
        if "cpu_limit" in data_keys:
            data_keys.remove("cpu_limit")
            data__cpulimit = data["cpu_limit"]
            if not isinstance(data__cpulimit, (int, float, NoneType)) or isinstance(data__cpulimit, bool):
                raise Invalid
            if isinstance(data__cpulimit, (int, float)) and not isinstance(data__cpulimit, bool):
                if data__cpulimit < -9007199254740991:
                    raise Invalid
                if data__cpulimit > 9007199254740991:
                    raise Invalid
        if "memory_mb" in data_keys:
            data_keys.remove("memory_mb")
            data__memorymb = data["memory_mb"]
            if not isinstance(data__memorymb, (int, NoneType)) and not (isinstance(data__memorymb, float) and data__memorymb.is_integer()) or isinstance(data__memorymb, bool):
                raise Invalid
            if isinstance(data__memorymb, (int, float)) and not isinstance(data__memorymb, bool):
                if data__memorymb < -9007199254740991:
                    raise Invalid
                if data__memorymb > 9007199254740991:
                    raise Invalid
        if "memory_limit_mb" in data_keys:
            data_keys.remove("memory_limit_mb")
            data__memorylimitmb = data["memory_limit_mb"]
            if not isinstance(data__memorylimitmb, (int, NoneType)) and not (isinstance(data__memorylimitmb, float) and data__memorylimitmb.is_integer()) or isinstance(data__memorylimitmb, bool):
                raise Invalid
            if isinstance(data__memorylimitmb, (int, float)) and not isinstance(data__memorylimitmb, bool):
                if data__memorylimitmb < -9007199254740991:
                    raise Invalid
                if data__memorylimitmb > 9007199254740991:
                    raise Invalid
        if "queue_min_scale" in data_keys:
            data_keys.remove("queue_min_scale")
            data__queueminscale = data["queue_min_scale"]
            if not isinstance(data__queueminscale, (int, NoneType)) and not (isinstance(data__queueminscale, float) and data__queueminscale.is_integer()) or isinstance(data__queueminscale, bool):
                raise Invalid
            if isinstance(data__queueminscale, (int, float)) and not isinstance(data__queueminscale, bool):
                if data__queueminscale < -9007199254740991:
                    raise Invalid
                if data__queueminscale > 9007199254740991:
                    raise Invalid
        if "queue_max_scale" in data_keys:
            data_keys.remove("queue_max_scale")
            data__queuemaxscale = data["queue_max_scale"]
            if not isinstance(data__queuemaxscale, (int, NoneType)) and not (isinstance(data__queuemaxscale, float) and data__queuemaxscale.is_integer()) or isinstance(data__queuemaxscale, bool):
                raise Invalid
            if isinstance(data__queuemaxscale, (int, float)) and not isinstance(data__queuemaxscale, bool):
                if data__queuemaxscale < -9007199254740991:
                    raise Invalid
                if data__queuemaxscale > 9007199254740991:
                    raise Invalid
        if "queue_cpu" in data_keys:
            data_keys.remove("queue_cpu")
            data__queuecpu = data["queue_cpu"]
            if not isinstance(data__queuecpu, (int, float, NoneType)) or isinstance(data__queuecpu, bool):
                raise Invalid
            if isinstance(data__queuecpu, (int, float)) and not isinstance(data__queuecpu, bool):
                if data__queuecpu < -9007199254740991:
                    raise Invalid
                if data__queuecpu > 9007199254740991:
                    raise Invalid
        if "queue_cpu_limit" in data_keys:
            data_keys.remove("queue_cpu_limit")
            data__queuecpulimit = data["queue_cpu_limit"]
            if not isinstance(data__queuecpulimit, (int, float, NoneType)) or isinstance(data__queuecpulimit, bool):
                raise Invalid
            if isinstance(data__queuecpulimit, (int, float)) and not isinstance(data__queuecpulimit, bool):
                if data__queuecpulimit < -9007199254740991:
                    raise Invalid
                if data__queuecpulimit > 9007199254740991:
                    raise Invalid
        if "queue_memory_mb" in data_keys:
            data_keys.remove("queue_memory_mb")
            data__queuememorymb = data["queue_memory_mb"]
            if not isinstance(data__queuememorymb, (int, NoneType)) and not (isinstance(data__queuememorymb, float) and data__queuememorymb.is_integer()) or isinstance(data__queuememorymb, bool):
                raise Invalid
            if isinstance(data__queuememorymb, (int, float)) and not isinstance(data__queuememorymb, bool):
                if data__queuememorymb < -9007199254740991:
                    raise Invalid
                if data__queuememorymb > 9007199254740991:
                    raise Invalid
        if "queue_memory_limit_mb" in data_keys:
            data_keys.remove("queue_memory_limit_mb")
            data__queuememorylimitmb = data["queue_memory_limit_mb"]
            if not isinstance(data__queuememorylimitmb, (int, NoneType)) and not (isinstance(data__queuememorylimitmb, float) and data__queuememorylimitmb.is_integer()) or isinstance(data__queuememorylimitmb, bool):
                raise Invalid
            if isinstance(data__queuememorylimitmb, (int, float)) and not isinstance(data__queuememorylimitmb, bool):
                if data__queuememorylimitmb < -9007199254740991:
                    raise Invalid
                if data__queuememorylimitmb > 9007199254740991:
                    raise Invalid
        if "orchestrator_cpu" in data_keys:
            data_keys.remove("orchestrator_cpu")
            data__orchestratorcpu = data["orchestrator_cpu"]
            if not isinstance(data__orchestratorcpu, (int, float, NoneType)) or isinstance(data__orchestratorcpu, bool):
                raise Invalid
            if isinstance(data__orchestratorcpu, (int, float)) and not isinstance(data__orchestratorcpu, bool):
                if data__orchestratorcpu < -9007199254740991:
                    raise Invalid
                if data__orchestratorcpu > 9007199254740991:
                    raise Invalid
        if "orchestrator_cpu_limit" in data_keys:
            data_keys.remove("orchestrator_cpu_limit")
            data__orchestratorcpulimit = data["orchestrator_cpu_limit"]
            if not isinstance(data__orchestratorcpulimit, (int, float, NoneType)) or isinstance(data__orchestratorcpulimit, bool):
                raise Invalid
            if isinstance(data__orchestratorcpulimit, (int, float)) and not isinstance(data__orchestratorcpulimit, bool):
                if data__orchestratorcpulimit < -9007199254740991:
                    raise Invalid
                if data__orchestratorcpulimit > 9007199254740991:
                    raise Invalid
        if "orchestrator_memory_mb" in data_keys:
            data_keys.remove("orchestrator_memory_mb")
            data__orchestratormemorymb = data["orchestrator_memory_mb"]
            if not isinstance(data__orchestratormemorymb, (int, NoneType)) and not (isinstance(data__orchestratormemorymb, float) and data__orchestratormemorymb.is_integer()) or isinstance(data__orchestratormemorymb, bool):
                raise Invalid
            if isinstance(data__orchestratormemorymb, (int, float)) and not isinstance(data__orchestratormemorymb, bool):
                if data__orchestratormemorymb < -9007199254740991:
                    raise Invalid
                if data__orchestratormemorymb > 9007199254740991:
                    raise Invalid
        if "orchestrator_memory_limit_mb" in data_keys:
            data_keys.remove("orchestrator_memory_limit_mb")
            data__orchestratormemorylimitmb = data["orchestrator_memory_limit_mb"]
            if not isinstance(data__orchestratormemorylimitmb, (int, NoneType)) and not (isinstance(data__orchestratormemorylimitmb, float) and data__orchestratormemorylimitmb.is_integer()) or isinstance(data__orchestratormemorylimitmb, bool):
                raise Invalid
            if isinstance(data__orchestratormemorylimitmb, (int, float)) and not isinstance(data__orchestratormemorylimitmb, bool):
                if data__orchestratormemorylimitmb < -9007199254740991:
                    raise Invalid
                if data__orchestratormemorylimitmb > 9007199254740991:
                    raise Invalid
        if "orchestrator_min_scale" in data_keys:
            data_keys.remove("orchestrator_min_scale")
            data__orchestratorminscale = data["orchestrator_min_scale"]
            if not isinstance(data__orchestratorminscale, (int, NoneType)) and not (isinstance(data__orchestratorminscale, float) and data__orchestratorminscale.is_integer()) or isinstance(data__orchestratorminscale, bool):
                raise Invalid
            if isinstance(data__orchestratorminscale, (int, float)) and not isinstance(data__orchestratorminscale, bool):
                if data__orchestratorminscale < -9007199254740991:
                    raise Invalid
                if data__orchestratorminscale > 9007199254740991:
                    raise Invalid
        if "orchestrator_max_scale" in data_keys:
            data_keys.remove("orchestrator_max_scale")
            data__orchestratormaxscale = data["orchestrator_max_scale"]
            if not isinstance(data__orchestratormaxscale, (int, NoneType)) and not (isinstance(data__orchestratormaxscale, float) and data__orchestratormaxscale.is_integer()) or isinstance(data__orchestratormaxscale, bool):
                raise Invalid
            if isinstance(data__orchestratormaxscale, (int, float)) and not isinstance(data__orchestratormaxscale, bool):
                if data__orchestratormaxscale < -9007199254740991:
                    raise Invalid
                if data__orchestratormaxscale > 9007199254740991:
                    raise Invalid
        if "executor_cpu" in data_keys:
            data_keys.remove("executor_cpu")
            data__executorcpu = data["executor_cpu"]
            if not isinstance(data__executorcpu, (int, float, NoneType)) or isinstance(data__executorcpu, bool):
                raise Invalid
            if isinstance(data__executorcpu, (int, float)) and not isinstance(data__executorcpu, bool):
                if data__executorcpu < -9007199254740991:
                    raise Invalid
                if data__executorcpu > 9007199254740991:
                    raise Invalid
        if "executor_cpu_limit" in data_keys:
            data_keys.remove("executor_cpu_limit")
            data__executorcpulimit = data["executor_cpu_limit"]
            if not isinstance(data__executorcpulimit, (int, float, NoneType)) or isinstance(data__executorcpulimit, bool):
                raise Invalid
            if isinstance(data__executorcpulimit, (int, float)) and not isinstance(data__executorcpulimit, bool):
                if data__executorcpulimit < -9007199254740991:
                    raise Invalid
                if data__executorcpulimit > 9007199254740991:
                    raise Invalid
        if "executor_memory_mb" in data_keys:
            data_keys.remove("executor_memory_mb")
            data__executormemorymb = data["executor_memory_mb"]
            if not isinstance(data__executormemorymb, (int, NoneType)) and not (isinstance(data__executormemorymb, float) and data__executormemorymb.is_integer()) or isinstance(data__executormemorymb, bool):
                raise Invalid
            if isinstance(data__executormemorymb, (int, float)) and not isinstance(data__executormemorymb, bool):
                if data__executormemorymb < -9007199254740991:
                    raise Invalid
                if data__executormemorymb > 9007199254740991:
                    raise Invalid
        if "executor_memory_limit_mb" in data_keys:
            data_keys.remove("executor_memory_limit_mb")
            data__executormemorylimitmb = data["executor_memory_limit_mb"]
            if not isinstance(data__executormemorylimitmb, (int, NoneType)) and not (isinstance(data__executormemorylimitmb, float) and data__executormemorylimitmb.is_integer()) or isinstance(data__executormemorylimitmb, bool):
                raise Invalid
            if isinstance(data__executormemorylimitmb, (int, float)) and not isinstance(data__executormemorylimitmb, bool):
                if data__executormemorylimitmb < -9007199254740991:
                    raise Invalid
                if data__executormemorylimitmb > 9007199254740991:
                    raise Invalid
        if "cache_cpu" in data_keys:
            data_keys.remove("cache_cpu")
            data__cachecpu = data["cache_cpu"]
            if not isinstance(data__cachecpu, (int, float, NoneType)) or isinstance(data__cachecpu, bool):
                raise Invalid
            if isinstance(data__cachecpu, (int, float)) and not isinstance(data__cachecpu, bool):
                if data__cachecpu < -9007199254740991:
                    raise Invalid
                if data__cachecpu > 9007199254740991:
                    raise Invalid
        if "cache_cpu_limit" in data_keys:
            data_keys.remove("cache_cpu_limit")
            data__cachecpulimit = data["cache_cpu_limit"]
            if not isinstance(data__cachecpulimit, (int, float, NoneType)) or isinstance(data__cachecpulimit, bool):
                raise Invalid
            if isinstance(data__cachecpulimit, (int, float)) and not isinstance(data__cachecpulimit, bool):
                if data__cachecpulimit < -9007199254740991:
                    raise Invalid
                if data__cachecpulimit > 9007199254740991:
                    raise Invalid
        if "cache_memory_mb" in data_keys:
            data_keys.remove("cache_memory_mb")
            data__cachememorymb = data["cache_memory_mb"]
            if not isinstance(data__cachememorymb, (int, NoneType)) and not (isinstance(data__cachememorymb, float) and data__cachememorymb.is_integer()) or isinstance(data__cachememorymb, bool):
                raise Invalid
            if isinstance(data__cachememorymb, (int, float)) and not isinstance(data__cachememorymb, bool):
                if data__cachememorymb < -9007199254740991:
                    raise Invalid
                if data__cachememorymb > 9007199254740991:
                    raise Invalid
        if "cache_memory_limit_mb" in data_keys:
            data_keys.remove("cache_memory_limit_mb")
            data__cachememorylimitmb = data["cache_memory_limit_mb"]
            if not isinstance(data__cachememorylimitmb, (int, NoneType)) and not (isinstance(data__cachememorylimitmb, float) and data__cachememorylimitmb.is_integer()) or isinstance(data__cachememorylimitmb, bool):
                raise Invalid
            if isinstance(data__cachememorylimitmb, (int, float)) and not isinstance(data__cachememorylimitmb, bool):
                if data__cachememorylimitmb < -9007199254740991:
                    raise Invalid
                if data__cachememorylimitmb > 9007199254740991:
                    raise Invalid
        if "db_cpu" in data_keys:
            data_keys.remove("db_cpu")
            data__dbcpu = data["db_cpu"]
            if not isinstance(data__dbcpu, (int, float, NoneType)) or isinstance(data__dbcpu, bool):
                raise Invalid
            if isinstance(data__dbcpu, (int, float)) and not isinstance(data__dbcpu, bool):
                if data__dbcpu < -9007199254740991:
                    raise Invalid
                if data__dbcpu > 9007199254740991:
                    raise Invalid
        if "db_cpu_limit" in data_keys:
            data_keys.remove("db_cpu_limit")
            data__dbcpulimit = data["db_cpu_limit"]
            if not isinstance(data__dbcpulimit, (int, float, NoneType)) or isinstance(data__dbcpulimit, bool):
                raise Invalid
            if isinstance(data__dbcpulimit, (int, float)) and not isinstance(data__dbcpulimit, bool):
                if data__dbcpulimit < -9007199254740991:
                    raise Invalid
                if data__dbcpulimit > 9007199254740991:
                    raise Invalid
        if "db_memory_mb" in data_keys:
            data_keys.remove("db_memory_mb")
            data__dbmemorymb = data["db_memory_mb"]
            if not isinstance(data__dbmemorymb, (int, NoneType)) and not (isinstance(data__dbmemorymb, float) and data__dbmemorymb.is_integer()) or isinstance(data__dbmemorymb, bool):
                raise Invalid
            if isinstance(data__dbmemorymb, (int, float)) and not isinstance(data__dbmemorymb, bool):
                if data__dbmemorymb < -9007199254740991:
                    raise Invalid
                if data__dbmemorymb > 9007199254740991:
                    raise Invalid
        if "db_memory_limit_mb" in data_keys:
            data_keys.remove("db_memory_limit_mb")
            data__dbmemorylimitmb = data["db_memory_limit_mb"]
            if not isinstance(data__dbmemorylimitmb, (int, NoneType)) and not (isinstance(data__dbmemorylimitmb, float) and data__dbmemorylimitmb.is_integer()) or isinstance(data__dbmemorylimitmb, bool):
                raise Invalid
            if isinstance(data__dbmemorylimitmb, (int, float)) and not isinstance(data__dbmemorylimitmb, bool):
                if data__dbmemorylimitmb < -9007199254740991:
                    raise Invalid
                if data__dbmemorylimitmb > 9007199254740991:
                    raise Invalid
        if "db_storage_gi" in data_keys:
            data_keys.remove("db_storage_gi")
            data__dbstoragegi = data["db_storage_gi"]
            if not isinstance(data__dbstoragegi, (int, NoneType)) and not (isinstance(data__dbstoragegi, float) and data__dbstoragegi.is_integer()) or isinstance(data__dbstoragegi, bool):
                raise Invalid
            if isinstance(data__dbstoragegi, (int, float)) and not isinstance(data__dbstoragegi, bool):
                if data__dbstoragegi < -9007199254740991:
                    raise Invalid
                if data__dbstoragegi > 9007199254740991:
                    raise Invalid
        if "db_max_connections" in data_keys:
            data_keys.remove("db_max_connections")
            data__dbmaxconnections = data["db_max_connections"]
            if not isinstance(data__dbmaxconnections, (int, NoneType)) and not (isinstance(data__dbmaxconnections, float) and data__dbmaxconnections.is_integer()) or isinstance(data__dbmaxconnections, bool):
                raise Invalid
            if isinstance(data__dbmaxconnections, (int, float)) and not isinstance(data__dbmaxconnections, bool):
                if data__dbmaxconnections < -9007199254740991:
                    raise Invalid
                if data__dbmaxconnections > 9007199254740991:
                    raise Invalid
        if "labels" in data_keys:
            data_keys.remove("labels")
            data__labels = data["labels"]
            if not isinstance(data__labels, (dict, NoneType)):
                raise Invalid
            data__labels_is_dict = isinstance(data__labels, dict)
            if data__labels_is_dict:
                data__labels_len = len(data__labels)
                if data__labels_len > 10000:
                    raise Invalid
                data__labels_keys = set(data__labels.keys())
                for data__labels_key in data__labels_keys:
                    if data__labels_key not in []:
                        data__labels_value = data__labels.get(data__labels_key)
                        validate___definitions_open_any_value(data__labels_value)
        if "annotations" in data_keys:
            data_keys.remove("annotations")
            data__annotations = data["annotations"]
            if not isinstance(data__annotations, (dict, NoneType)):
                raise Invalid
            data__annotations_is_dict = isinstance(data__annotations, dict)
            if data__annotations_is_dict:
                data__annotations_len = len(data__annotations)
                if data__annotations_len > 10000:
                    raise Invalid
                data__annotations_keys = set(data__annotations.keys())
                for data__annotations_key in data__annotations_keys:
                    if data__annotations_key not in []:
                        data__annotations_value = data__annotations.get(data__annotations_key)
                        validate___definitions_open_any_value(data__annotations_value)
        if "service_account_name" in data_keys:
            data_keys.remove("service_account_name")
            data__serviceaccountname = data["service_account_name"]
            if not isinstance(data__serviceaccountname, (str, NoneType)):
                raise Invalid
        if "image_pull_secrets" in data_keys:
            data_keys.remove("image_pull_secrets")
            data__imagepullsecrets = data["image_pull_secrets"]
            if not isinstance(data__imagepullsecrets, (list, NoneType)):
                raise Invalid
            data__imagepullsecrets_is_list = isinstance(data__imagepullsecrets, (list))
            if data__imagepullsecrets_is_list:
                data__imagepullsecrets_len = len(data__imagepullsecrets)
                if data__imagepullsecrets_len > 10000:
                    raise Invalid
                for data__imagepullsecrets_x, data__imagepullsecrets_item in enumerate(data__imagepullsecrets):
                    validate___definitions_open_imagepullsecret(data__imagepullsecrets_item)
        if "volumes" in data_keys:
            data_keys.remove("volumes")
            data__volumes = data["volumes"]
            if not isinstance(data__volumes, (list, NoneType)):
                raise Invalid
            data__volumes_is_list = isinstance(data__volumes, (list))
            if data__volumes_is_list:
                data__volumes_len = len(data__volumes)
                if data__volumes_len > 10000:
                    raise Invalid
                for data__volumes_x, data__volumes_item in enumerate(data__volumes):
                    validate___definitions_open_volume(data__volumes_item)
        if "volume_mounts" in data_keys:
            data_keys.remove("volume_mounts")
            data__volumemounts = data["volume_mounts"]
            if not isinstance(data__volumemounts, (list, NoneType)):
                raise Invalid
            data__volumemounts_is_list = isinstance(data__volumemounts, (list))
            if data__volumemounts_is_list:
                data__volumemounts_len = len(data__volumemounts)
                if data__volumemounts_len > 10000:
                    raise Invalid
                for data__volumemounts_x, data__volumemounts_item in enumerate(data__volumemounts):
                    validate___definitions_open_volumemount(data__volumemounts_item)
        if "init_containers" in data_keys:
            data_keys.remove("init_containers")
            data__initcontainers = data["init_containers"]
            if not isinstance(data__initcontainers, (list, NoneType)):
                raise Invalid
            data__initcontainers_is_list = isinstance(data__initcontainers, (list))
            if data__initcontainers_is_list:
                data__initcontainers_len = len(data__initcontainers)
                if data__initcontainers_len > 10000:
                    raise Invalid
                for data__initcontainers_x, data__initcontainers_item in enumerate(data__initcontainers):
                    validate___definitions_open_container(data__initcontainers_item)
        if "sidecars" in data_keys:
            data_keys.remove("sidecars")
            data__sidecars = data["sidecars"]
            if not isinstance(data__sidecars, (list, NoneType)):
                raise Invalid
            data__sidecars_is_list = isinstance(data__sidecars, (list))
            if data__sidecars_is_list:
                data__sidecars_len = len(data__sidecars)
                if data__sidecars_len > 10000:
                    raise Invalid
                for data__sidecars_x, data__sidecars_item in enumerate(data__sidecars):
                    validate___definitions_open_container(data__sidecars_item)
        for data_key in data_keys:
            if data_key not in ['min_scale', 'max_scale', 'cpu', 'cpu_limit', 'memory_mb', 'memory_limit_mb', 'queue_min_scale', 'queue_max_scale', 'queue_cpu', 'queue_cpu_limit', 'queue_memory_mb', 'queue_memory_limit_mb', 'orchestrator_cpu', 'orchestrator_cpu_limit', 'orchestrator_memory_mb', 'orchestrator_memory_limit_mb', 'orchestrator_min_scale', 'orchestrator_max_scale', 'executor_cpu', 'executor_cpu_limit', 'executor_memory_mb', 'executor_memory_limit_mb', 'cache_cpu', 'cache_cpu_limit', 'cache_memory_mb', 'cache_memory_limit_mb', 'db_cpu', 'db_cpu_limit', 'db_memory_mb', 'db_memory_limit_mb', 'db_storage_gi', 'db_max_connections', 'labels', 'annotations', 'service_account_name', 'image_pull_secrets', 'volumes', 'volume_mounts', 'init_containers', 'sidecars']:
                data_value = data.get(data_key)
                validate___definitions_open_any_value(data_value)
    return data


def validate___definitions_open_secret(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (str)):
                raise Invalid
        if "value" in data_keys:
            data_keys.remove("value")
            data__value = data["value"]
            if not isinstance(data__value, (str)):
                raise Invalid
        for data_key in data_keys:
            if data_key not in ['name', 'value']:
                data_value = data.get(data_key)
                validate___definitions_open_any_value(data_value)
    return data


def validate___definitions_open_secretreference(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (str)):
                raise Invalid
        if "secret_name" in data_keys:
            data_keys.remove("secret_name")
            data__secretname = data["secret_name"]
            if not isinstance(data__secretname, (str)):
                raise Invalid
        if "secret_key" in data_keys:
            data_keys.remove("secret_key")
            data__secretkey = data["secret_key"]
            if not isinstance(data__secretkey, (str)):
                raise Invalid
        for data_key in data_keys:
            if data_key not in ['name', 'secret_name', 'secret_key']:
                data_value = data.get(data_key)
                validate___definitions_open_any_value(data_value)
    return data


def validate___definitions_open_sourceconfig(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        if "integration_id" in data_keys:
            data_keys.remove("integration_id")
            data__integrationid = data["integration_id"]
            if not isinstance(data__integrationid, (str, NoneType)):
                raise Invalid
            if isinstance(data__integrationid, str):
                if not REGEX_PATTERNS['^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'].search(data__integrationid):
                    raise Invalid
        if "repo_url" in data_keys:
            data_keys.remove("repo_url")
            data__repourl = data["repo_url"]
            if not isinstance(data__repourl, (str, NoneType)):
                raise Invalid
        if "build_on_push" in data_keys:
            data_keys.remove("build_on_push")
            data__buildonpush = data["build_on_push"]
            if not isinstance(data__buildonpush, (bool, NoneType)):
                raise Invalid
        if "custom_url" in data_keys:
            data_keys.remove("custom_url")
            data__customurl = data["custom_url"]
            if not isinstance(data__customurl, (str, NoneType)):
                raise Invalid
        if "resource_spec" in data_keys:
            data_keys.remove("resource_spec")
            data__resourcespec = data["resource_spec"]
            validate___definitions_open_resourcespec_null(data__resourcespec)
        if "listener_id" in data_keys:
            data_keys.remove("listener_id")
            data__listenerid = data["listener_id"]
            if not isinstance(data__listenerid, (str, NoneType)):
                raise Invalid
            if isinstance(data__listenerid, str):
                if not REGEX_PATTERNS['^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'].search(data__listenerid):
                    raise Invalid
        if "listener_config" in data_keys:
            data_keys.remove("listener_config")
            data__listenerconfig = data["listener_config"]
            validate___definitions_open_listenerconfig_null(data__listenerconfig)
        if "install_command" in data_keys:
            data_keys.remove("install_command")
            data__installcommand = data["install_command"]
            if not isinstance(data__installcommand, (str, NoneType)):
                raise Invalid
        if "build_command" in data_keys:
            data_keys.remove("build_command")
            data__buildcommand = data["build_command"]
            if not isinstance(data__buildcommand, (str, NoneType)):
                raise Invalid
        for data_key in data_keys:
            if data_key not in ['integration_id', 'repo_url', 'build_on_push', 'custom_url', 'resource_spec', 'listener_id', 'listener_config', 'install_command', 'build_command']:
                data_value = data.get(data_key)
                validate___definitions_open_any_value(data_value)
    return data


def validate___definitions_open_sourceconfig_null(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        if "integration_id" in data_keys:
            data_keys.remove("integration_id")
            data__integrationid = data["integration_id"]
            if not isinstance(data__integrationid, (str, NoneType)):
                raise Invalid
            if isinstance(data__integrationid, str):
                if not REGEX_PATTERNS['^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'].search(data__integrationid):
                    raise Invalid
        if "repo_url" in data_keys:
            data_keys.remove("repo_url")
            data__repourl = data["repo_url"]
            if not isinstance(data__repourl, (str, NoneType)):
                raise Invalid
        if "build_on_push" in data_keys:
            data_keys.remove("build_on_push")
            data__buildonpush = data["build_on_push"]
            if not isinstance(data__buildonpush, (bool, NoneType)):
                raise Invalid
        if "custom_url" in data_keys:
            data_keys.remove("custom_url")
            data__customurl = data["custom_url"]
            if not isinstance(data__customurl, (str, NoneType)):
                raise Invalid
        if "resource_spec" in data_keys:
            data_keys.remove("resource_spec")
            data__resourcespec = data["resource_spec"]
            validate___definitions_open_resourcespec_null(data__resourcespec)
        if "listener_id" in data_keys:
            data_keys.remove("listener_id")
            data__listenerid = data["listener_id"]
            if not isinstance(data__listenerid, (str, NoneType)):
                raise Invalid
            if isinstance(data__listenerid, str):
                if not REGEX_PATTERNS['^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'].search(data__listenerid):
                    raise Invalid
        if "listener_config" in data_keys:
            data_keys.remove("listener_config")
            data__listenerconfig = data["listener_config"]
            validate___definitions_open_listenerconfig_null(data__listenerconfig)
        if "install_command" in data_keys:
            data_keys.remove("install_command")
            data__installcommand = data["install_command"]
            if not isinstance(data__installcommand, (str, NoneType)):
                raise Invalid
        if "build_command" in data_keys:
            data_keys.remove("build_command")
            data__buildcommand = data["build_command"]
            if not isinstance(data__buildcommand, (str, NoneType)):
                raise Invalid
        for data_key in data_keys:
            if data_key not in ['integration_id', 'repo_url', 'build_on_push', 'custom_url', 'resource_spec', 'listener_id', 'listener_config', 'install_command', 'build_command']:
                data_value = data.get(data_key)
                validate___definitions_open_any_value(data_value)
    return data


def validate___definitions_open_sourcerevisionconfig(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        if "repo_ref" in data_keys:
            data_keys.remove("repo_ref")
            data__reporef = data["repo_ref"]
            if not isinstance(data__reporef, (str, NoneType)):
                raise Invalid
        if "graph_config_path" in data_keys:
            data_keys.remove("graph_config_path")
            data__graphconfigpath = data["graph_config_path"]
            if not isinstance(data__graphconfigpath, (str, NoneType)):
                raise Invalid
        if "image_uri" in data_keys:
            data_keys.remove("image_uri")
            data__imageuri = data["image_uri"]
            if not isinstance(data__imageuri, (str, NoneType)):
                raise Invalid
        if "source_tarball_path" in data_keys:
            data_keys.remove("source_tarball_path")
            data__sourcetarballpath = data["source_tarball_path"]
            if not isinstance(data__sourcetarballpath, (str, NoneType)):
                raise Invalid
        if "repo_commit_sha" in data_keys:
            data_keys.remove("repo_commit_sha")
            data__repocommitsha = data["repo_commit_sha"]
            if not isinstance(data__repocommitsha, (str, NoneType)):
                raise Invalid
        for data_key in data_keys:
            if data_key not in ['repo_ref', 'graph_config_path', 'image_uri', 'source_tarball_path', 'repo_commit_sha']:
                data_value = data.get(data_key)
                validate___definitions_open_any_value(data_value)
    return data


def validate___definitions_open_sourcerevisionconfigpatch_null(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        if "repo_ref" in data_keys:
            data_keys.remove("repo_ref")
            data__reporef = data["repo_ref"]
            if not isinstance(data__reporef, (str, NoneType)):
                raise Invalid
        if "graph_config_path" in data_keys:
            data_keys.remove("graph_config_path")
            data__graphconfigpath = data["graph_config_path"]
            if not isinstance(data__graphconfigpath, (str, NoneType)):
                raise Invalid
        if "image_uri" in data_keys:
            data_keys.remove("image_uri")
            data__imageuri = data["image_uri"]
            if not isinstance(data__imageuri, (str, NoneType)):
                raise Invalid
        if "source_tarball_path" in data_keys:
            data_keys.remove("source_tarball_path")
            data__sourcetarballpath = data["source_tarball_path"]
            if not isinstance(data__sourcetarballpath, (str, NoneType)):
                raise Invalid
        for data_key in data_keys:
            if data_key not in ['repo_ref', 'graph_config_path', 'image_uri', 'source_tarball_path']:
                data_value = data.get(data_key)
                validate___definitions_open_any_value(data_value)
    return data


def validate___definitions_open_volume(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (str, NoneType)):
                raise Invalid
        if "configMap" in data_keys:
            data_keys.remove("configMap")
            data__configMap = data["configMap"]
            if not isinstance(data__configMap, (dict, NoneType)):
                raise Invalid
            data__configMap_is_dict = isinstance(data__configMap, dict)
            if data__configMap_is_dict:
                data__configMap_len = len(data__configMap)
                if data__configMap_len > 10000:
                    raise Invalid
                data__configMap_keys = set(data__configMap.keys())
                for data__configMap_key in data__configMap_keys:
                    if data__configMap_key not in []:
                        data__configMap_value = data__configMap.get(data__configMap_key)
                        validate___definitions_open_any_value(data__configMap_value)
        if "secret" in data_keys:
            data_keys.remove("secret")
            data__secret = data["secret"]
            if not isinstance(data__secret, (dict, NoneType)):
                raise Invalid
            data__secret_is_dict = isinstance(data__secret, dict)
            if data__secret_is_dict:
                data__secret_len = len(data__secret)
                if data__secret_len > 10000:
                    raise Invalid
                data__secret_keys = set(data__secret.keys())
                for data__secret_key in data__secret_keys:
                    if data__secret_key not in []:
                        data__secret_value = data__secret.get(data__secret_key)
                        validate___definitions_open_any_value(data__secret_value)
        if "emptyDir" in data_keys:
            data_keys.remove("emptyDir")
            data__emptyDir = data["emptyDir"]
            if not isinstance(data__emptyDir, (dict, NoneType)):
                raise Invalid
            data__emptyDir_is_dict = isinstance(data__emptyDir, dict)
            if data__emptyDir_is_dict:
                data__emptyDir_len = len(data__emptyDir)
                if data__emptyDir_len > 10000:
                    raise Invalid
                data__emptyDir_keys = set(data__emptyDir.keys())
                for data__emptyDir_key in data__emptyDir_keys:
                    if data__emptyDir_key not in []:
                        data__emptyDir_value = data__emptyDir.get(data__emptyDir_key)
                        validate___definitions_open_any_value(data__emptyDir_value)
        if "persistentVolumeClaim" in data_keys:
            data_keys.remove("persistentVolumeClaim")
            data__persistentVolumeClaim = data["persistentVolumeClaim"]
            if not isinstance(data__persistentVolumeClaim, (dict, NoneType)):
                raise Invalid
            data__persistentVolumeClaim_is_dict = isinstance(data__persistentVolumeClaim, dict)
            if data__persistentVolumeClaim_is_dict:
                data__persistentVolumeClaim_len = len(data__persistentVolumeClaim)
                if data__persistentVolumeClaim_len > 10000:
                    raise Invalid
                data__persistentVolumeClaim_keys = set(data__persistentVolumeClaim.keys())
                for data__persistentVolumeClaim_key in data__persistentVolumeClaim_keys:
                    if data__persistentVolumeClaim_key not in []:
                        data__persistentVolumeClaim_value = data__persistentVolumeClaim.get(data__persistentVolumeClaim_key)
                        validate___definitions_open_any_value(data__persistentVolumeClaim_value)
        if "nfs" in data_keys:
            data_keys.remove("nfs")
            data__nfs = data["nfs"]
            if not isinstance(data__nfs, (dict, NoneType)):
                raise Invalid
            data__nfs_is_dict = isinstance(data__nfs, dict)
            if data__nfs_is_dict:
                data__nfs_len = len(data__nfs)
                if data__nfs_len > 10000:
                    raise Invalid
                data__nfs_keys = set(data__nfs.keys())
                for data__nfs_key in data__nfs_keys:
                    if data__nfs_key not in []:
                        data__nfs_value = data__nfs.get(data__nfs_key)
                        validate___definitions_open_any_value(data__nfs_value)
        if "projected" in data_keys:
            data_keys.remove("projected")
            data__projected = data["projected"]
            if not isinstance(data__projected, (dict, NoneType)):
                raise Invalid
            data__projected_is_dict = isinstance(data__projected, dict)
            if data__projected_is_dict:
                data__projected_len = len(data__projected)
                if data__projected_len > 10000:
                    raise Invalid
                data__projected_keys = set(data__projected.keys())
                for data__projected_key in data__projected_keys:
                    if data__projected_key not in []:
                        data__projected_value = data__projected.get(data__projected_key)
                        validate___definitions_open_any_value(data__projected_value)
        if "downwardAPI" in data_keys:
            data_keys.remove("downwardAPI")
            data__downwardAPI = data["downwardAPI"]
            if not isinstance(data__downwardAPI, (dict, NoneType)):
                raise Invalid
            data__downwardAPI_is_dict = isinstance(data__downwardAPI, dict)
            if data__downwardAPI_is_dict:
                data__downwardAPI_len = len(data__downwardAPI)
                if data__downwardAPI_len > 10000:
                    raise Invalid
                data__downwardAPI_keys = set(data__downwardAPI.keys())
                for data__downwardAPI_key in data__downwardAPI_keys:
                    if data__downwardAPI_key not in []:
                        data__downwardAPI_value = data__downwardAPI.get(data__downwardAPI_key)
                        validate___definitions_open_any_value(data__downwardAPI_value)
        if "csi" in data_keys:
            data_keys.remove("csi")
            data__csi = data["csi"]
            if not isinstance(data__csi, (dict, NoneType)):
                raise Invalid
            data__csi_is_dict = isinstance(data__csi, dict)
            if data__csi_is_dict:
                data__csi_len = len(data__csi)
                if data__csi_len > 10000:
                    raise Invalid
                data__csi_keys = set(data__csi.keys())
                for data__csi_key in data__csi_keys:
                    if data__csi_key not in []:
                        data__csi_value = data__csi.get(data__csi_key)
                        validate___definitions_open_any_value(data__csi_value)
        for data_key in data_keys:
            if data_key not in ['name', 'configMap', 'secret', 'emptyDir', 'persistentVolumeClaim', 'nfs', 'projected', 'downwardAPI', 'csi']:
                data_value = data.get(data_key)
                validate___definitions_open_any_value(data_value)
    return data


def validate___definitions_open_volumemount(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (str, NoneType)):
                raise Invalid
        if "mountPath" in data_keys:
            data_keys.remove("mountPath")
            data__mountPath = data["mountPath"]
            if not isinstance(data__mountPath, (str, NoneType)):
                raise Invalid
        if "subPath" in data_keys:
            data_keys.remove("subPath")
            data__subPath = data["subPath"]
            if not isinstance(data__subPath, (str, NoneType)):
                raise Invalid
        if "mountPropagation" in data_keys:
            data_keys.remove("mountPropagation")
            data__mountPropagation = data["mountPropagation"]
            if not isinstance(data__mountPropagation, (str, NoneType)):
                raise Invalid
        if "subPathExpr" in data_keys:
            data_keys.remove("subPathExpr")
            data__subPathExpr = data["subPathExpr"]
            if not isinstance(data__subPathExpr, (str, NoneType)):
                raise Invalid
        if "readOnly" in data_keys:
            data_keys.remove("readOnly")
            data__readOnly = data["readOnly"]
            if not isinstance(data__readOnly, (bool, NoneType)):
                raise Invalid
        for data_key in data_keys:
            if data_key not in ['name', 'mountPath', 'subPath', 'mountPropagation', 'subPathExpr', 'readOnly']:
                data_value = data.get(data_key)
                validate___definitions_open_any_value(data_value)
    return data


# by kind and variant: "open", or "closed" to refuse undeclared members. They judge structure alone
VALIDATORS = {
    ("RepositoryList", "closed"): validate___definitions_closed_repositorylist,
    ("RepositoryList", "open"): validate___definitions_open_repositorylist,
    ("DeploymentList", "closed"): validate___definitions_closed_deploymentlist,
    ("DeploymentList", "open"): validate___definitions_open_deploymentlist,
    ("DeploymentPatch", "closed"): validate___definitions_closed_deploymentpatch,
    ("DeploymentPatch", "open"): validate___definitions_open_deploymentpatch,
    ("Deployment", "closed"): validate___definitions_closed_deployment,
    ("Deployment", "open"): validate___definitions_open_deployment,
}
