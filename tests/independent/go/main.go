// A small cost service with Go's standard library. Usage: `independent [PORT]`, 0 for a free port.
//
// COST_CONTRACT_API_KEYS is a comma-separated list of API keys. The first line of output is the URL.
package main

import (
	"bytes"
	"crypto/subtle"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"mime"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/signal"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"time"
)

const (
	perMinute    = 600
	replayWindow = 24 * time.Hour
	maxBodyBytes = 64 << 10
)

var codes = map[int]string{
	400: "BAD_REQUEST", 401: "AUTHENTICATION_ERROR", 403: "AUTHORIZATION_ERROR", 404: "NOT_FOUND", 405: "NOT_FOUND",
	409: "CONFLICT", 413: "BAD_REQUEST", 415: "BAD_REQUEST", 422: "VALIDATION_ERROR", 429: "RATE_LIMIT_EXCEEDED",
	500: "INTERNAL_SERVER_ERROR",
}

type route struct {
	method  string
	segment []string
	read    func(params, ...string) any
	write   func(body M, key string, ids ...string) any
}

func get(path string, read func(params) any) route {
	return getBy(path, func(p params, _ ...string) any { return read(p) })
}

func getBy(path string, read func(params, ...string) any) route {
	return route{method: "GET", segment: strings.Split(path, "/"), read: read}
}

// The first match wins, so names precede IDs.
var routes = []route{
	get("commitments", noCommitments),
	get("commitments/overview", overview),
	get("commitments/inventory", inventory),
	get("commitments/utilization", utilization),
	get("commitments/coverage-rates", coverageRates),
	get("commitments/coverage", oldCoverage),
	get("commitments/esr", savingsRate),
	get("commitments/portfolio", portfolio),
	get("commitments/by-service", byService),
	get("commitments/uncovered", uncovered),
	get("commitments/recommendations", purchases),
	get("commitments/contracts", contracts),
	getBy("commitments/detail/*", unknownCommitment),
	getBy("commitments/renewal-plan/*", unknownCommitment),
	getBy("commitments/renewal-options/*", unknownCommitment),
	getBy("commitments/renewal-quote/*", unknownCommitment),
	getBy("commitments/renewal/*", unknownCommitment),
	get("costs/forecast", forecast),
	get("providers", func(params) any { return providers }),
	get("providers/provider_b/budgets", budgets),
	getBy("providers/*/costs/summary", summary),
	getBy("providers/*/costs/breakdown", breakdown),
	getBy("providers/*/costs/timeline", timeline),
	getBy("providers/*/costs/filter-options", filterOptions),
	getBy("providers/*/costs/invoices", invoices),
	getBy("providers/*/recommendations", listAdvice),
	getBy("providers/*/recommendations/overview", adviceOverview),
	get("recommendations/audit/summary", auditSummary),
	getBy("recommendations/audit/realized/*", audit),
	getBy("recommendations/*/details", adviceDetails),
	getBy("repo-binding/recommendations/*/targets", targets),
	{method: "PUT", segment: []string{"tags", "virtual", "*"}, write: updateTagKey},
	{method: "POST", segment: []string{"webhooks", "endpoints"}, write: createEndpoint},
	{method: "DELETE", segment: []string{"webhooks", "endpoints", "*"}, write: deleteEndpoint},
}

// find returns the route and the IDs in its path. The path is split before it is decoded.
func find(method string, path string) (route, []string) {
	rest, isAPI := strings.CutPrefix(path, "/api/v1/")
	parts := strings.Split(rest, "/")
	allowed := []string{}
	for _, one := range routes {
		ids, matches := []string{}, isAPI && len(parts) == len(one.segment)
		for i := 0; matches && i < len(parts); i++ {
			if one.segment[i] == "*" && parts[i] != "" {
				id, err := url.PathUnescape(parts[i])
				if err != nil {
					fail(400, "bad percent-encoding in path")
				}
				ids = append(ids, id)
			} else {
				matches = parts[i] == one.segment[i]
			}
		}
		if matches && one.method == method {
			return one, ids
		}
		if matches {
			allowed = append(allowed, one.method)
		}
	}
	if len(allowed) > 0 {
		panic(httpError{405, "method not allowed", map[string]string{"ALLOW": strings.Join(allowed, ", ")}})
	}
	fail(404, "no such route")
	return route{}, nil
}

var (
	keys    []string
	limit   = &counter{}
	replays = &responses{stored: map[string]stored{}}
)

func authenticated(r *http.Request) string {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	for _, key := range keys {
		if strings.EqualFold(scheme, "Bearer") && subtle.ConstantTimeCompare([]byte(key), []byte(strings.TrimSpace(token))) == 1 {
			return key
		}
	}
	panic(httpError{401, "unknown API key", map[string]string{"WWW-AUTHENTICATE": "Bearer"}})
}

func serve(w http.ResponseWriter, r *http.Request) {
	defer func() {
		switch caught := recover().(type) {
		case nil:
		case httpError:
			respond(w, caught.status, caught.headers, encode(M{
				"success": false, "timestamp": timestamp(),
				"error": M{"code": codes[caught.status], "message": caught.message, "details": M{"status": caught.status}},
			}))
		default:
			log.Printf("%s failed: %v", r.Method, caught)
			respond(w, 500, nil, encode(M{
				"success": false, "timestamp": timestamp(),
				"error": M{"code": codes[500], "message": "internal error", "details": nil},
			}))
		}
	}()
	body, err := io.ReadAll(http.MaxBytesReader(nil, r.Body, maxBodyBytes))
	tooLarge := err != nil
	key := authenticated(r)
	limit.take(key)
	one, ids := find(r.Method, r.URL.EscapedPath())
	switch {
	case one.read != nil:
		query, err := url.ParseQuery(r.URL.RawQuery)
		if err != nil {
			fail(400, "bad percent-encoding in query")
		}
		respond(w, 200, nil, success(one.read(params{query}, ids...)))
	case r.Method == "DELETE":
		respond(w, 200, nil, success(one.write(nil, key, ids...)))
	default:
		if tooLarge {
			fail(413, "body larger than 64 KiB")
		}
		write(w, r, one, key, ids, body)
	}
}

var version4 = regexp.MustCompile(`(?i)^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$`)

func write(w http.ResponseWriter, r *http.Request, one route, key string, ids []string, raw []byte) {
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind != "application/json" {
		fail(415, "Content-Type must be application/json")
	}
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	var value any
	if decoder.Decode(&value) != nil || decoder.More() {
		fail(400, "malformed JSON")
	}
	body, isObject := value.(M)
	if !isObject {
		unprocessable("body", "object")
	}
	given := r.Header.Values("Idempotency-Key")
	created := map[string]int{"POST": 201, "PUT": 200}[r.Method]
	if len(given) == 0 {
		respond(w, created, nil, success(one.write(body, key, ids...)))
		return
	}
	if !version4.MatchString(given[0]) {
		unprocessable("Idempotency-Key", "UUID version 4")
	}
	name := key + " " + strings.ToLower(given[0])
	request := r.Method + " " + r.URL.Path + " " + string(encode(body))
	if replay := replays.begin(name, request); replay != nil {
		respond(w, created, map[string]string{"IDEMPOTENT-REPLAYED": "true"}, replay)
		return
	}
	var result []byte
	defer func() { replays.end(name, request, result) }()
	result = success(one.write(body, key, ids...))
	respond(w, created, map[string]string{"IDEMPOTENT-REPLAYED": "false"}, result)
}

// updateTagKey always fails with 404, because there are no tag keys.
func updateTagKey(body M, _ string, _ ...string) any {
	if name, ok := body["name"].(string); !ok || name == "" {
		unprocessable("name", "string")
	}
	number, _ := body["expected_version"].(json.Number)
	if _, err := number.Int64(); err != nil {
		unprocessable("expected_version", "integer")
	}
	fail(404, "tag key not found")
	return nil
}

// Endpoints belong to the API key that created them.
var endpoints = struct {
	sync.Mutex
	count  int
	owners map[string]string
}{owners: map[string]string{}}

func createEndpoint(body M, key string, _ ...string) any {
	for name := range body {
		if name != "url" && name != "event_types" && name != "description" {
			unprocessable(name, "no unknown property")
		}
	}
	address, _ := body["url"].(string)
	if parsed, err := url.Parse(address); err != nil || parsed.Scheme != "https" || parsed.Host == "" {
		unprocessable("url", "https URL")
	}
	types, _ := body["event_types"].([]any)
	if len(types) == 0 {
		unprocessable("event_types", "list of strings")
	}
	for _, one := range types {
		if name, ok := one.(string); !ok || name == "" {
			unprocessable("event_types", "list of strings")
		}
	}
	description := body["description"]
	if _, ok := description.(string); !ok && description != nil {
		unprocessable("description", "string")
	}
	endpoints.Lock()
	defer endpoints.Unlock()
	endpoints.count++
	id := fmt.Sprintf("EP_%06X", endpoints.count)
	endpoints.owners[id] = key
	return M{"id": id, "url": address, "event_types": types, "description": description, "created_at": timestamp()}
}

func deleteEndpoint(_ M, key string, ids ...string) any {
	endpoints.Lock()
	defer endpoints.Unlock()
	if endpoints.owners[ids[0]] != key {
		fail(404, "endpoint not found")
	}
	delete(endpoints.owners, ids[0])
	return M{"id": ids[0], "deleted": true}
}
func main() {
	for _, key := range strings.Split(os.Getenv("COST_CONTRACT_API_KEYS"), ",") {
		if key != "" {
			keys = append(keys, key)
		}
	}
	port := "0"
	if len(os.Args) > 1 {
		port = os.Args[1]
	}
	open, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("http://%s\n", open.Addr())
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, syscall.SIGTERM, os.Interrupt)
	server := &http.Server{Handler: http.HandlerFunc(serve), ReadHeaderTimeout: 10 * time.Second}
	go func() {
		<-stop
		server.Close()
	}()
	if err := server.Serve(listener{open}); err != http.ErrServerClosed {
		log.Fatal(err)
	}
}
