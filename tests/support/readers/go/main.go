// Readers in Go: `readers NAME SHAPES PORT` is an upstream, `readers bodies SHAPES` reads bodies.

// The router of the standard library as it was before Go 1.22 reads more paths as an operation's: it decodes them first.
//go:debug httpmuxgo121=1

package main

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf16"
)

// A Shape is a type as the contract's schemas declare it.
type Shape struct {
	Type   string            `json:"type"`
	Names  []string          `json:"names"`
	Fields map[string]*Shape `json:"fields"`
	Item   *Shape            `json:"item"`
}

// typeOf makes the struct that a program in Go declares for a shape.
func typeOf(shape *Shape) reflect.Type {
	switch shape.Type {
	case "string":
		return reflect.TypeOf((*string)(nil))
	case "number":
		return reflect.TypeOf((*float64)(nil))
	case "boolean":
		return reflect.TypeOf((*bool)(nil))
	case "map":
		return reflect.TypeOf((*map[string]any)(nil))
	case "array":
		return reflect.PointerTo(reflect.SliceOf(typeOf(shape.Item)))
	case "object":
		fields := make([]reflect.StructField, 0, len(shape.Names))
		for index, name := range shape.Names {
			tag := reflect.StructTag("json:" + strconv.Quote(name+",omitempty"))
			fields = append(fields, reflect.StructField{Name: fmt.Sprintf("F%d", index), Type: typeOf(shape.Fields[name]), Tag: tag})
		}
		return reflect.PointerTo(reflect.StructOf(fields))
	}
	return reflect.TypeOf((*any)(nil)).Elem()
}

func written(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		return "!"
	}
	return string(text)
}

func typed(kind reflect.Type, body []byte) string {
	value := reflect.New(kind)
	if json.Unmarshal(body, value.Interface()) != nil {
		return "!"
	}
	return written(value.Interface())
}

func untyped(body []byte) string {
	var value any
	if json.Unmarshal(body, &value) != nil {
		return "!"
	}
	return written(value)
}

func bodies(types map[string]reflect.Type) {
	lines := bufio.NewReader(os.Stdin)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return
		}
		kind, text, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		body, _ := base64.StdEncoding.DecodeString(text)
		fmt.Printf("%s\t%s\n", typed(types[kind], body), untyped(body))
	}
}

// told returns what an upstream has read of a request, for the header X-Read.
func told(operation, id string, query any) string {
	read := map[string]any{"operation": operation, "query": query}
	if id != "" {
		read["id"] = id
	}
	var ascii strings.Builder
	for _, c := range written(read) {
		if c < 128 {
			ascii.WriteRune(c)
		} else {
			for _, unit := range utf16.Encode([]rune{c}) {
				fmt.Fprintf(&ascii, "\\u%04x", unit)
			}
		}
	}
	return ascii.String()
}

func seen(w http.ResponseWriter, r *http.Request, operation, id, body string) {
	query := map[string]string{}
	for name := range r.URL.Query() {
		query[name] = r.URL.Query().Get(name)
	}
	w.Header().Set("X-Read", told(operation, id, query))
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprint(w, body)
}

func standard(patch reflect.Type) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/v2/deployments", func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			http.Error(w, "", http.StatusMethodNotAllowed)
			return
		}
		seen(w, r, "list_deployments", "", "null")
	})
	mux.HandleFunc("/v2/deployments/", func(w http.ResponseWriter, r *http.Request) {
		id := strings.TrimPrefix(r.URL.Path, "/v2/deployments/")
		if r.Method != http.MethodPatch || strings.Contains(id, "/") {
			http.NotFound(w, r)
			return
		}
		value := reflect.New(patch)
		if json.NewDecoder(r.Body).Decode(value.Interface()) != nil {
			http.Error(w, "", http.StatusBadRequest)
			return
		}
		seen(w, r, "patch_deployment", id, written(value.Interface()))
	})
	mux.HandleFunc("/v1/integrations/forge/codehost/", func(w http.ResponseWriter, r *http.Request) {
		id, rest, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/v1/integrations/forge/codehost/"), "/")
		if (r.Method != http.MethodGet && r.Method != http.MethodHead) || rest != "repos" {
			http.NotFound(w, r)
			return
		}
		seen(w, r, "list_repositories", id, "null")
	})
	return mux
}

func main() {
	text, err := os.ReadFile(os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	shapes := map[string]*Shape{}
	if err := json.Unmarshal(text, &shapes); err != nil {
		log.Fatal(err)
	}
	types := map[string]reflect.Type{}
	for kind, shape := range shapes {
		types[kind] = typeOf(shape)
	}
	name := os.Args[1]
	if name == "bodies" {
		bodies(types)
		return
	}
	address, patch := "127.0.0.1:"+os.Args[3], types["DeploymentPatch"].Elem()
	if name == "fiber" { // which has a server of its own
		log.Fatal(onFiber(patch).Listen(address))
	}
	handlers := map[string]func(reflect.Type) http.Handler{"standard": standard, "chi": onChi, "gin": onGin, "echo": onEcho}
	log.Fatal(http.ListenAndServe(address, handlers[name](patch)))
}
