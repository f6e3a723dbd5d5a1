<?php
// PHP's parse_url, asked in JSON Lines to parse. Run it with: php php_parse_url.php
declare(strict_types=1);

function answer(string $url): array
{
    $parts = parse_url($url);
    if ($parts === false) {
        return ["error" => "parse_url returns false"];
    }
    $userinfo = $parts["user"] ?? null;
    if (isset($parts["pass"])) {
        $userinfo .= ":" . $parts["pass"];
    }
    $names = ["scheme", "host", "port", "path", "query", "fragment"];
    return array_merge(array_fill_keys($names, null), $parts, ["userinfo" => $userinfo]);
}

if ($argc > 1) {
    echo PHP_VERSION, "\n";
}
while (($line = fgets(STDIN)) !== false) {
    $question = json_decode($line, true);
    // PHP's strings can't have a lone surrogate.
    $answer = $question === null
        ? ["error" => json_last_error_msg()]
        : ["id" => $question["id"]] + answer($question["parse"]);
    echo json_encode($answer, JSON_INVALID_UTF8_SUBSTITUTE), "\n";
}
