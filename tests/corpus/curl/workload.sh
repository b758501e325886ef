# curl: against a web server of python3 on $PORT, a server that echoes, and files. Run with $RUN.
PORT=${PORT:-18280}
rm -rf work && mkdir -p work/www/dir && cd work
seq 5000 >www/numbers
printf 'first\nsecond\n' >www/dir/text
python3 - "$PORT" >server.log 2>&1 <<'END' &
import base64, gzip, http.server, sys


class Handler(http.server.SimpleHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'

    def __init__(self, *args):
        super().__init__(*args, directory='www')

    def reply(self, code, body=b'', **headers):
        self.send_response(code)
        for key, value in headers.items():
            self.send_header(key.replace('_', '-'), value)
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        if self.path == '/redirect':
            self.reply(302, Location='/numbers')
        elif self.path == '/auth':
            wanted = 'Basic ' + base64.b64encode(b'u:p').decode()
            ok = self.headers.get('Authorization') == wanted
            self.reply(200 if ok else 401, b'in', WWW_Authenticate='Basic realm="x"')
        elif self.path == '/digest':
            ok = 'Digest' in self.headers.get('Authorization', '')
            self.reply(200 if ok else 401, b'in',
                       WWW_Authenticate='Digest realm="x", nonce="abc", qop="auth"')
        elif self.path == '/gzip':
            self.reply(200, gzip.compress(b'text ' * 1000), Content_Encoding='gzip')
        elif self.path == '/cookie':
            self.reply(200, b'c', Set_Cookie='a=b; Path=/; Max-Age=1000')
        elif self.path == '/chunked':
            self.send_response(200)
            self.send_header('Transfer-Encoding', 'chunked')
            self.end_headers()
            self.wfile.write(b'5\r\nhello\r\n3\r\nbye\r\n0\r\nTrailer: x\r\n\r\n')
        elif self.path == '/missing-length':
            self.wfile.write(b'HTTP/1.0 200 OK\r\n\r\nuntil the end')
            self.close_connection = True
        else:
            super().do_GET()

    def do_POST(self):
        size = self.headers.get('Content-Length')
        self.reply(200, self.rfile.read(int(size)) if size else b'')

    do_PUT = do_DELETE = do_PATCH = do_POST


http.server.ThreadingHTTPServer(('127.0.0.1', int(sys.argv[1])), Handler).serve_forever()
END
server=$!
U=http://127.0.0.1:$PORT
for i in $(seq 50); do python3 -c "import socket; socket.create_connection(('127.0.0.1', $PORT))" 2>/dev/null && break; sleep 0.2; done
c() { $RUN ../bin/curl -sS --max-time 60 "$@"; }
c $U/numbers -o out
c -v $U/numbers -o out $U/dir/text -o out2 --next -I $U/
c -i -L $U/redirect
c -u u:p $U/auth
c --digest -u u:p $U/digest
c --anyauth -u u:p $U/digest
c --compressed $U/gzip | tail -c 20
c -c jar -b 'x=y' $U/cookie $U/cookie
c -b jar $U/cookie
c --raw $U/chunked
c $U/chunked $U/missing-length --http1.0
c -d 'a=1' --data-urlencode 'b=2 &' $U/post
c -F 'file=@out;type=text/plain' -F 'k=v' $U/post -o /dev/null
c -T out $U/put -o /dev/null
c -X DELETE -H 'X-Test: yes' -A agent -e ref $U/x
c -G -d q=1 $U/
c -r 0-10 $U/numbers
c -C - -o out $U/numbers || true
c -z out $U/numbers -o /dev/null
c --json '{"a":1}' $U/post
c -w '%{http_code} %{size_download} %{json}\n' -o /dev/null $U/numbers
c --limit-rate 200k $U/numbers -o /dev/null
c -Z $U/numbers -o a1 $U/dir/text -o a2 $U/gzip -o a3
c "$U/{numbers,dir/text}" -o 'glob_#1' --create-dirs
c "$U/[1-3]" -o /dev/null -f || true
c file://$PWD/www/dir/text
c --proxy $U http://example.org/numbers -o /dev/null || true
c --socks5 127.0.0.1:$PORT $U/ || true
c https://127.0.0.1:$PORT/ -k || true
c ftp://127.0.0.1:$PORT/ --max-time 2 || true
c telnet://127.0.0.1:$PORT --max-time 2 </dev/null || true
c dict://127.0.0.1:$PORT/d:x --max-time 2 || true
c gopher://127.0.0.1:$PORT/1 --max-time 2 || true
c smtp://127.0.0.1:$PORT --mail-from a --mail-rcpt b --max-time 2 || true
c mqtt://127.0.0.1:$PORT/t --max-time 2 || true
c tftp://127.0.0.1:$PORT/x --max-time 2 || true
c ws://127.0.0.1:$PORT/ --max-time 2 || true
c http://127.0.0.1:1/ || true
c --retry 1 --retry-delay 1 $U/none -f || true
c --trace-ascii trace --trace-time $U/dir/text
c -K - <<END
url = "$U/dir/text"
silent
END
c --netrc-optional --resolve "name:$PORT:127.0.0.1" http://name:$PORT/dir/text
c -V >/dev/null
c --help all >/dev/null
c nosuch://x || true
kill $server
wait $server
