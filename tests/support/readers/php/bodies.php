<?php // Reads bodies, "KIND BASE64" a line, by json_decode, and writes the text of each or "!".

while (($line = fgets(STDIN)) !== false) {
    try {
        $value = json_decode(base64_decode(explode(" ", trim($line, "\n"))[1]), false, 512, JSON_THROW_ON_ERROR);
        $text = json_encode($value, JSON_THROW_ON_ERROR);
    } catch (JsonException) {
        $text = "!";
    }
    fwrite(STDOUT, $text . "\n");
    fflush(STDOUT);
}
