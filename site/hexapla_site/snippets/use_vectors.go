package main

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"strings"
)

type vector struct {
	Base, Reference, Outcome string
	URI, Fragment            *string
	Readings                 map[string]string
}

// resolve returns "" where there is no answer. Put your parser in its place.
func resolve(base, reference string) string {
	parsed, err := url.Parse(base)
	if err != nil {
		return ""
	}
	target, err := parsed.Parse(reference)
	if err != nil {
		return ""
	}
	return target.String()
}

// expected returns "" where the outcome is error.
func expected(v vector) string {
	if v.Outcome == "same-document" {
		document, _, _ := strings.Cut(v.Base, "#")
		if v.Fragment != nil {
			document += "#" + *v.Fragment
		}
		return document
	}
	if v.URI == nil {
		return ""
	}
	return *v.URI
}

func main() {
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	var file struct{ Vectors []vector }
	if err := json.Unmarshal(text, &file); err != nil {
		panic(err)
	}
	counts := map[string]int{}
	for _, v := range file.Vectors {
		answer := resolve(v.Base, v.Reference)
		switch {
		case v.Outcome == "undefined":
			counts["no rule"]++
		case answer == expected(v):
			counts["match"]++
		case len(v.Readings) > 0:
			counts["may follow another option"]++
		default:
			counts["differ"]++
			fmt.Println(v.Base, v.Reference, answer, "not", expected(v))
		}
	}
	fmt.Println(counts)
}
