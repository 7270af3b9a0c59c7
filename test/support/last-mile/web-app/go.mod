module berth.dev/test/last-mile/web-app

go 1.26.0
