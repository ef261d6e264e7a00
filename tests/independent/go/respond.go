package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"
)

// A fixed-window counter that resets every minute.
type counter struct {
	sync.Mutex
	minute int64
	seen   map[string]int
}

func (c *counter) take(key string) {
	c.Lock()
	defer c.Unlock()
	if now := time.Now().Unix() / 60; now != c.minute {
		c.minute, c.seen = now, map[string]int{}
	}
	c.seen[key]++
	if c.seen[key] > perMinute {
		fail(429, fmt.Sprintf("rate limit of %d requests per minute exceeded", perMinute))
	}
}

type stored struct {
	request string
	body    []byte
	at      time.Time
}

// Responses by API key and idempotency key. One without a body is in flight.
type responses struct {
	sync.Mutex
	stored map[string]stored
}

// begin returns the stored response, if any. Otherwise the caller must call end.
func (a *responses) begin(name, request string) []byte {
	a.Lock()
	defer a.Unlock()
	one, found := a.stored[name]
	if found && one.body == nil {
		fail(409, "request with this Idempotency-Key is in flight")
	}
	if found && time.Since(one.at) < replayWindow {
		if one.request != request {
			fail(422, "Idempotency-Key was used for another request")
		}
		return one.body
	}
	a.stored[name] = stored{request: request}
	return nil
}

func (a *responses) end(name, request string, body []byte) {
	a.Lock()
	defer a.Unlock()
	if body == nil {
		delete(a.stored, name)
	} else {
		a.stored[name] = stored{request, body, time.Now()}
	}
}

func timestamp() string { return time.Now().UTC().Format("2006-01-02T15:04:05.000000000Z") }

func success(data any) []byte {
	return encode(M{"success": true, "timestamp": timestamp(), "data": data, "build": 42})
}

func encode(value any) []byte {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return text
}

// respond sends a chunked body and upper-case header names.
func respond(w http.ResponseWriter, status int, headers map[string]string, body []byte) {
	for name, value := range headers {
		w.Header()[name] = []string{value}
	}
	// Prevents the library from adding its own header.
	w.Header()["Content-Type"] = nil
	w.Header()["CONTENT-TYPE"] = []string{"application/json;charset=UTF-8"}
	w.WriteHeader(status)
	half := len(body) / 2
	w.Write(body[:half])
	if flusher, ok := w.(http.Flusher); ok {
		flusher.Flush()
	}
	w.Write(body[half:])
}

// The library responds to malformed requests in plain text. This connection replaces that response with an envelope.
type connection struct{ net.Conn }

func (c connection) Write(text []byte) (int, error) {
	if bytes.HasPrefix(text, []byte("HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain")) {
		body := encode(M{
			"success": false, "timestamp": timestamp(),
			"error": M{"code": codes[400], "message": "unreadable request", "details": nil},
		})
		fmt.Fprintf(c.Conn, "HTTP/1.1 400 Bad Request\r\nCONTENT-TYPE: application/json\r\nCONTENT-LENGTH: %d\r\nCONNECTION: close\r\n\r\n%s", len(body), body)
		return len(text), nil
	}
	return c.Conn.Write(text)
}

type listener struct{ net.Listener }

func (l listener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	return connection{c}, err
}
