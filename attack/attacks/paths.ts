import { type Attack, counted, type Scene } from '../attack-test.ts'

const FILES = [
  '.git/HEAD',
  '.git/config',
  '.git/index',
  '.gitignore',
  '.svn/entries',
  '.hg/store',
  '.env',
  '.env.local',
  '.env.production',
  '.npmrc',
  '.DS_Store',
  '.htaccess',
  '.htpasswd',
  '.well-known/openid-configuration',
  '.ssh/id_rsa',
  '.aws/credentials',
  '.dockerignore',
  'Dockerfile',
  'docker-compose.yml',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'node_modules/fastify/package.json',
  'server/main.ts',
  'server/main.js',
  'dist/server/main.js',
  'server/settings/env.js',
  'db/migrations/0001_people.sql',
  'deploy/roles.sql',
  'brands/brands.js',
  'env',
  'env.js',
  'config',
  'config.json',
  'config.js',
  'settings.json',
  'secrets.json',
  'backup.sql',
  'dump.sql',
  'db.sqlite',
  'wallet.sql',
  'metrics',
  'health',
  'healthz',
  'readyz',
  'livez',
  'status',
  'debug',
  'debug/pprof',
  'trace',
  'actuator',
  'actuator/env',
  'server-status',
  'admin',
  'admin/',
  'operator',
  'phpmyadmin',
  'wp-login.php',
  'wp-admin/',
  'console',
  'graphql',
  'graphiql',
  'swagger',
  'swagger.json',
  'docs',
  'documentation',
  'documentation/json',
  'openapi.json',
  'v2/wallet/docs',
  'v2/wallet/openapi.yaml',
  'api-docs',
  'v1/wallet',
  'v3/wallet',
  'v2/wallet/metrics',
  'v2/wallet/health',
  'v2/wallet/admin',
  'v2/wallet/env',
  'v2/wallet/debug',
  'v2/wallet/users',
  'v2/wallet/sessions',
  'assets/',
  'assets/../server/main.js',
  'assets/%2e%2e/server/main.js',
  'assets/..%2fserver/main.js',
  '..%2f..%2fetc/passwd',
  '%2e%2e/%2e%2e/etc/passwd',
  '....//....//etc/passwd',
  '/etc/passwd',
  '%00',
  'index.html.bak',
  'index.html~',
  'index.js.map',
  'main.js.map',
  'assets/index.js.map',
  'sandbox',
  'cgi-bin/test',
  'server.key',
  'id_rsa',
  'robots.txt.bak',
  'tests/',
  'attack-result.json',
  'survive-result.json',
  '.vite/manifest.json',
  'manifest.json.map',
]

/** Paths where other programs have left what nobody was to see. */
export const paths: Attack = {
  name: 'paths',
  isQuick: true,
  async run({ target, tell }: Scene) {
    const client = target.stranger()
    const page = await client.ask('/', { method: 'GET', headers: { accept: 'text/html' } })
    const assets = [...page.text.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path ?? '')
    const all = [
      ...FILES.map((file) => `/${file}`),
      ...assets.flatMap((path) => [`${path}.map`, path.replace(/\.(js|css)$/, '.map')]),
    ]
    const found: string[] = []
    let pages = 0
    for (const path of all) {
      const { status, text } = await client.ask(path, { method: 'GET' })
      if (status === 200 && isPage(text, page.text)) pages += 1
      else if (status === 200 || status >= 500) found.push(`${path}: ${status} ${text.slice(0, 60)}`)
    }
    let mapped = 0
    for (const path of assets) if ((await client.ask(path, { method: 'GET' })).text.includes('sourceMappingURL')) mapped += 1
    client.close()
    for (const each of found) tell(each)
    const row = counted('paths that ought not to be there', {
      tries: all.length,
      through: found.length + mapped,
      bar: '0 found, no source maps',
      note: [
        `${pages} × the page itself, ${assets.length} assets`,
        ...found.slice(0, 5),
        mapped > 0 && `${mapped} assets with maps`,
      ]
        .filter(Boolean)
        .join('; '),
    })
    return [{ ...row, isMet: row.isMet && page.status === 200 && assets.length > 0 }]
  },
}

/** The page is one file for all of its own addresses; it says something else each time by a nonce at most. */
function isPage(text: string, page: string): boolean {
  const title = /<title>[^<]*<\/title>/.exec(page)?.[0]
  return title !== undefined && text.includes(title)
}
