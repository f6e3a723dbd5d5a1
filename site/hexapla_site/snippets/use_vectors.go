package main

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"strings"
)

type vector struct {
	Base, Reference, Text, Outcome string
	URI, Fragment                  *string
	Failure                        bool
	Parts                          map[string]*string
	Readings                       map[string]string
}

// Replace these with your parser. To reject an input, return "".

func resolve(v vector) string {
	parsed, err := url.Parse(v.Base)
	if err != nil {
		return ""
	}
	target, err := parsed.Parse(v.Reference)
	if err != nil {
		return ""
	}
	return target.String()
}

func parse(v vector) string {
	parsed, err := url.Parse(v.Text)
	if err != nil {
		return ""
	}
	return parsed.Scheme + " " + parsed.RawQuery // two parts are enough for an example
}

// The expected answers; "" for an error.

func resolved(v vector) string {
	if v.Outcome == "same-document" {
		document, _, _ := strings.Cut(v.Base, "#")
		if v.Fragment != nil {
			document += "#" + *v.Fragment
		}
		return document
	}
	return orEmpty(v.URI)
}

func parsed(v vector) string {
	if v.Failure {
		return ""
	}
	return orEmpty(v.Parts["scheme"]) + " " + orEmpty(v.Parts["query"])
}

func orEmpty(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

func count(kind string, vectors []vector, answer, expected func(vector) string) {
	counts := map[string]int{}
	for _, v := range vectors {
		given, wanted := answer(v), expected(v)
		switch {
		case v.Outcome == "undefined":
			counts["no rule"]++
		case given == wanted:
			counts["match"]++
		case len(v.Readings) > 0:
			counts["may follow another option"]++
		default:
			counts["differ"]++
			fmt.Printf("%s %q on %q, %q: %q not %q\n", kind, v.Reference, v.Base, v.Text, given, wanted)
		}
	}
	fmt.Println(kind, counts)
}

func main() {
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	var file struct{ Resolve, Parse []vector }
	if err := json.Unmarshal(text, &file); err != nil {
		panic(err)
	}
	count("resolve", file.Resolve, resolve, resolved)
	count("parse", file.Parse, parse, parsed)
}
