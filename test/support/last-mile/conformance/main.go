// The official conformance suite of the Gateway API as a program: its tests are the module's, told apart by its own flags.
package main

import (
	"flag"
	"regexp"
	"testing"

	"sigs.k8s.io/gateway-api/conformance"
)

func main() {
	testing.Init()
	flag.Parse()
	matches := func(pattern, name string) (bool, error) { return regexp.MatchString(pattern, name) }
	testing.Main(matches, []testing.InternalTest{{Name: "TestConformance", F: conformance.RunConformance}}, nil, nil)
}
