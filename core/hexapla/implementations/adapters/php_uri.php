<?php
// PHP's classes for URIs, asked in JSON Lines. Run it with: php php_uri.php 'Uri\Rfc3986\Uri'
declare(strict_types=1);

use Uri\Rfc3986\Uri;
use Uri\WhatWg\Url;

function parts(Uri|Url $uri): array
{
    if ($uri instanceof Url) {
        $user = $uri->getUsername() ?? "";
        $password = $uri->getPassword() ?? "";
        $userinfo = $password === "" ? $user : "$user:$password";
        return [
            "scheme" => $uri->getScheme(),
            "userinfo" => $userinfo === "" ? null : $userinfo,
            "host" => $uri->getAsciiHost(),
            "port" => $uri->getPort(),
            "path" => $uri->getPath(),
            "query" => $uri->getQuery(),
            "fragment" => $uri->getFragment(),
        ];
    }
    return [
        "scheme" => $uri->getRawScheme(),
        "userinfo" => $uri->getRawUserInfo(),
        "host" => $uri->getRawHost(),
        "port" => $uri->getPort(),
        "path" => $uri->getRawPath(),
        "query" => $uri->getRawQuery(),
        "fragment" => $uri->getRawFragment(),
    ];
}

// The constructor would throw an exception that contains, for each error in the URL, the rest of the
// URL. For a long URL, this wouldn't fit into memory.
function parsed(string $class, string $text, Uri|Url|null $base = null): Uri|Url
{
    return $class::parse($text, $base) ?? throw new Exception("parse returns null");
}

function answer(string $class, array $question): array
{
    try {
        if (isset($question["parse"])) {
            return parts(parsed($class, $question["parse"]));
        }
        $uri = parsed($class, $question["reference"], parsed($class, $question["base"]));
        return ["uri" => $uri instanceof Url ? $uri->toAsciiString() : $uri->toRawString()];
    } catch (Throwable $error) {
        return ["error" => $error->getMessage()];
    }
}

$class = $argv[1];
if (!class_exists($class)) {
    fwrite(STDERR, "PHP " . PHP_VERSION . " has no $class, which came with 8.5\n");
    exit(1);
}
if ($argc > 2) {
    echo PHP_VERSION, "\n";
}
while (($line = fgets(STDIN)) !== false) {
    $question = json_decode($line, true);
    // PHP's strings can't have a lone surrogate.
    $answer = $question === null
        ? ["error" => json_last_error_msg()]
        : ["id" => $question["id"]] + answer($class, $question);
    echo json_encode($answer, JSON_INVALID_UTF8_SUBSTITUTE), "\n";
}
