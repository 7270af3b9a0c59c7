// An application that shows what came to it: a page, events, a socket that gives back what it gets, and how large bodies are.
package main

import (
	"context"
	"crypto/sha1"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"
)

const socketSalt = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

func main() {
	name, _ := os.Hostname()
	mux := http.NewServeMux()
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		size, _ := io.Copy(io.Discard, r.Body)
		fmt.Fprintf(w, "%s %s %d %s\n", name, r.URL.Path, size, r.Proto)
	})
	mux.HandleFunc("/events", sendEvents)
	mux.HandleFunc("/socket", echoSocket)
	mux.HandleFunc("/silent", func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-time.After(time.Minute):
		case <-r.Context().Done():
		}
	})
	// Without TLS it speaks HTTP/2, too, to whoever begins with it.
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	protocols.SetUnencryptedHTTP2(true)
	server := &http.Server{Addr: ":8080", Handler: mux, Protocols: protocols}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	go func() {
		if err := server.ListenAndServe(); err != http.ErrServerClosed {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}()
	<-ctx.Done()
	_ = server.Shutdown(context.Background())
}

// One each second, for longer than a proxy's usual limit of a request, then no more.
func sendEvents(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("content-type", "text/event-stream")
	flush := http.NewResponseController(w)
	for number := 1; number <= 20; number++ {
		fmt.Fprintf(w, "data: %d\n\n", number)
		if flush.Flush() != nil {
			return
		}
		select {
		case <-time.After(time.Second):
		case <-r.Context().Done():
			return
		}
	}
}

// What comes after the handshake goes back as it came.
func echoSocket(w http.ResponseWriter, r *http.Request) {
	sum := sha1.Sum([]byte(r.Header.Get("sec-websocket-key") + socketSalt))
	conn, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	defer conn.Close()
	accept := base64.StdEncoding.EncodeToString(sum[:])
	fmt.Fprintf(conn, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n", accept)
	_, _ = io.Copy(conn, buffered)
}
