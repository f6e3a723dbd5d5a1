// Go's net/url, asked in JSON Lines. Run it with: go run go_url.go
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net/url"
	"os"
	"runtime"
	"strings"
	"unicode/utf8"
)

// orNone returns nil, which is null in JSON, for an absent component.
func orNone(text string) any {
	if text == "" {
		return nil
	}
	return text
}

type question struct {
	ID              int
	Base, Reference string
	Parse           *string
}

func answer(asked question) (map[string]any, error) {
	if asked.Parse != nil {
		return parts(*asked.Parse)
	}
	base, err := url.Parse(asked.Base)
	if err != nil {
		return nil, err
	}
	target, err := base.Parse(asked.Reference)
	if err != nil {
		return nil, err
	}
	return map[string]any{"uri": target.String()}, nil
}

func parts(text string) (map[string]any, error) {
	parsed, err := url.Parse(text)
	if err != nil {
		return nil, err
	}
	told := map[string]any{
		"scheme":   orNone(parsed.Scheme),
		"host":     orNone(parsed.Hostname()),
		"port":     orNone(parsed.Port()),
		"query":    orNone(parsed.RawQuery),
		"fragment": orNone(parsed.EscapedFragment()),
	}
	// It decodes the userinfo, and a URL without a hierarchy has no path.
	if parsed.User == nil {
		told["userinfo"] = nil
	}
	if parsed.Opaque == "" {
		told["path"] = parsed.EscapedPath()
	}
	if parsed.ForceQuery {
		told["query"] = ""
	}
	return told, nil
}

// hasSurrogate returns whether a line has a lone surrogate, which would be read as U+FFFD.
func hasSurrogate(line []byte, asked question) bool {
	texts := asked.Base + asked.Reference
	if asked.Parse != nil {
		texts = *asked.Parse
	}
	return strings.ContainsRune(texts, utf8.RuneError) && !bytes.Contains(line, []byte(`\ufffd`))
}

func main() {
	if len(os.Args) > 1 {
		fmt.Println(runtime.Version())
	}
	questions := bufio.NewReader(os.Stdin)
	answers := json.NewEncoder(os.Stdout)
	for {
		line, err := questions.ReadBytes('\n')
		if err != nil {
			return
		}
		var asked question
		if err := json.Unmarshal(line, &asked); err != nil {
			log.Fatal(err)
		}
		given, err := answer(asked)
		if hasSurrogate(line, asked) {
			err = errors.New("a lone surrogate isn't text in Go")
		}
		if err != nil {
			given = map[string]any{"error": err.Error()}
		}
		given["id"] = asked.ID
		if err := answers.Encode(given); err != nil {
			log.Fatal(err)
		}
	}
}
