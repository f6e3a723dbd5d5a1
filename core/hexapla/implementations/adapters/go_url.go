// Go's net/url, asked in JSON Lines to parse. Run it as it is: go run go_url.go
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"log"
	"net/url"
	"os"
	"runtime"
	"strings"
	"unicode/utf8"
)

// orNone returns nil, which is null in JSON, for a component that is not there.
func orNone(text string) any {
	if text == "" {
		return nil
	}
	return text
}

func answer(text string) map[string]any {
	parsed, err := url.Parse(text)
	if err != nil {
		return map[string]any{"error": err.Error()}
	}
	told := map[string]any{
		"scheme":   orNone(parsed.Scheme),
		"host":     orNone(parsed.Hostname()),
		"port":     orNone(parsed.Port()),
		"query":    orNone(parsed.RawQuery),
		"fragment": orNone(parsed.EscapedFragment()),
	}
	// A userinfo is decoded, and what has no hierarchy is no path to it.
	if parsed.User == nil {
		told["userinfo"] = nil
	}
	if parsed.Opaque == "" {
		told["path"] = parsed.EscapedPath()
	}
	if parsed.ForceQuery {
		told["query"] = ""
	}
	return told
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
		var question struct {
			ID    int
			Parse string
		}
		if err := json.Unmarshal(line, &question); err != nil {
			log.Fatal(err)
		}
		given := answer(question.Parse)
		// In place of a lone surrogate it reads U+FFFD.
		if strings.ContainsRune(question.Parse, utf8.RuneError) && !bytes.Contains(line, []byte(`\ufffd`)) {
			given = map[string]any{"error": "a lone surrogate is no text in Go"}
		}
		given["id"] = question.ID
		if err := answers.Encode(given); err != nil {
			log.Fatal(err)
		}
	}
}
