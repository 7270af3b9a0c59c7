// CoreDNS with the plugins that the conformance suite's configuration names, built in the module that pins it.
package main

import (
	"github.com/coredns/coredns/core/dnsserver"
	"github.com/coredns/coredns/coremain"
	_ "github.com/coredns/coredns/plugin/errors"
	_ "github.com/coredns/coredns/plugin/forward"
	_ "github.com/coredns/coredns/plugin/log"
	_ "github.com/coredns/coredns/plugin/whoami"
)

func init() { dnsserver.Directives = []string{"errors", "log", "whoami", "forward"} }

func main() { coremain.Run() }
