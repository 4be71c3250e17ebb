import { spawnSync } from 'node:child_process'
import {
  closeSync,
  cpSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root } from './child-process.mjs'
import { cliFindings } from './deploy/cli-validation.mjs'
import { deployFindings } from './deploy-check.mjs'

const parts = ['docker-compose.yml', 'infra/deploy', 'docs/operations.md', '.node-version']

let copy: string
beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'thirty-deploy-'))
  for (const part of parts) cpSync(join(root, part), join(copy, part), { recursive: true })
})
afterEach(() => rmSync(copy, { recursive: true }))

test('finds nothing wrong with the deployment files of the product', async () => {
  expect(await deployFindings(copy)).toEqual([])
  expect(cliFindings(copy)).toEqual([])
})

test('the file of new secrets is readable for its owner only, regardless of the mode that the shell gave it', () => {
  const file = join(copy, '.env')
  const output = openSync(file, 'w', 0o644)
  const { status } = spawnSync(process.execPath, [join(root, 'infra/deploy/compose/secrets.mjs')], {
    stdio: ['ignore', output, 'inherit'],
  })
  closeSync(output)
  expect(status).toBe(0)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'utf8')).toMatch(/^JWT_SECRET=[0-9a-f]{64}$/m)
})

const compose = 'docker-compose.yml'
const dockerfile = 'infra/deploy/Dockerfile'
const alerts = 'infra/deploy/observability/alerts.yml'
const dashboard = 'infra/deploy/observability/dashboard.json'
const manifests = 'infra/deploy/kubernetes'
const proxy = 'infra/deploy/proxy/Caddyfile'

/** A file, a text in it, its replacement, and the expected finding. */
const planted: [file: string, before: string | RegExp, after: string, finding: string | RegExp][] = [
  [dockerfile, /node:\S+/, 'node:latest', 'node:latest has no exact version'],
  [dockerfile, /node:\S+/, 'node:22.1.0-bookworm-slim', /node:22.1.0-bookworm-slim is not Node 24/],
  [dockerfile, 'USER node', 'USER root', 'USER must not be root'],
  [dockerfile, 'HEALTHCHECK ', '# ', 'HEALTHCHECK is missing'],
  [dockerfile, '"--max-semi-space-size=8", ', '', 'ENTRYPOINT lacks --max-semi-space-size=8'],
  [dockerfile, 'ENV MALLOC_ARENA_MAX=1', '', 'ENV MALLOC_ARENA_MAX=1 is missing'],
  [
    dockerfile,
    'node frontend/build/build.ts',
    'npx vite build frontend',
    'build.ts does not build the frontend',
  ],
  [compose, /caddy:\S+/, 'caddy', 'caddy has no exact version'],
  [compose, /redis:7\S+/, 'redis:7-alpine', 'redis:7-alpine has no exact version'],
  [compose, 'mem_limit: 2g', 'memory_limit: 2g', /memory_limit/],
  [compose, 'condition: service_healthy', 'condition: healthy', /depends_on/],
  [compose, 'read_only: true', 'read_only: false', /read_only/],
  [compose, 'cap_drop: [ALL]', 'cap_drop: []', /cap_drop/],
  [compose, 'internal: true', 'internal: false', /networks.back.internal/],
  [compose, 'user: redis', 'user: root', 'redis runs as root'],
  [
    compose,
    'networks: [back]\n    environment:\n      REDIS',
    "networks: [back]\n    ports: ['6379:6379']\n    environment:\n      REDIS",
    'redis opens a port',
  ],
  [compose, /\$\{JWT_SECRET:\?\}/, '${JWT_SECRET:-changeit}', 'JWT_SECRET:-changeit} must be required'],
  [compose, /\$\{JWT_SECRET:\?\}/, 'a secret of our own', 'JWT_SECRET must not be set here'],
  [
    compose,
    'redis://:${REDIS_PASSWORD:?create .env with infra/deploy/compose/secrets.mjs}@',
    'redis://:redis@',
    'an address holds a password',
  ],
  [compose, '${SMTP_URL:-}', '${SMTP_URL:-smtp://mail}', 'SMTP_URL:-smtp://mail} must be optional'],
  [compose, '${GITHUB_CLIENT_SECRET:-}', '${GITHUB_CLIENT_SECRET:-abc}', 'SECRET:-abc} must be optional'],
  [compose, '    MAIL_FROM: ${MAIL_FROM:-}\n', '', 'web-1 does not get MAIL_FROM'],
  [compose, '    GOOGLE_USER_URL: ${GOOGLE_USER_URL:-}\n', '', 'web-2 does not get GOOGLE_USER_URL'],
  [
    compose,
    '${GITHUB_CLIENT_ID:-}',
    '${GITHUB_CLIENT_ID:-thirty}',
    /web-1 would not start: GITHUB_CLIENT_SECRET/,
  ],
  [
    compose,
    '${CHALLENGE_TIMEZONE:-UTC}',
    '${CHALLENGE_TIMEZONE:-Mars}',
    /projector-1 would not start: CHALL/,
  ],
  [`${manifests}/settings.env`, 'LOG_LEVEL=info', 'LOG_LEVEL=loud', /a projector would not start: LOG_LEVEL/],
  [
    `${manifests}/settings.env`,
    /$/,
    'GITHUB_TOKEN_URL=git.example\n',
    /web process would not start: GITHUB_TOKEN_URL/,
  ],
  [`${manifests}/settings.env`, 'MAIL_FROM', 'MAIL_FORM', 'no process reads MAIL_FORM'],
  [
    'docs/operations.md',
    '--from-literal GITHUB_CLIENT_SECRET=…',
    '',
    /web process would not start: GITHUB_CLIENT_SECRET/,
  ],
  ['docs/operations.md', '--from-literal JWT_SECRET=…', '', /a web process would not start: JWT_SECRET/],
  [compose, '${LOG_LEVEL:-info}', '${LOG_LEVEL}', 'LOG_LEVEL} must have a default'],
  [compose, 'services:\n', 'services:\n  web-1: *web\n', /web-1|unique/],
  [`${manifests}/web.yaml`, 'readinessProbe', 'readinesProbe', 'readinesProbe is unknown'],
  [`${manifests}/web.yaml`, 'readinessProbe', 'readinesProbe', /containers.0.readinessProbe/],
  [`${manifests}/web.yaml`, 'periodSeconds: 2', 'periodSeconds: often', /startupProbe\/periodSeconds/],
  [
    `${manifests}/projector.yaml`,
    'readOnlyRootFilesystem: true',
    'readOnlyRootFilesystem: false',
    /readOnlyRootFilesystem/,
  ],
  [`${manifests}/projector.yaml`, 'runAsNonRoot: true', 'runAsNonRoot: false', /runAsNonRoot/],
  [`${manifests}/projector.yaml`, 'apps/v1', 'apps/v2', 'Kubernetes has no Deployment in apps/v2'],
  [`${manifests}/projector.yaml`, 'apps/v1', 'apps/v1beta1', 'apps/v1beta1 is not a stable version'],
  [
    `${manifests}/account.yaml`,
    'kind: ServiceAccount',
    'kind: Secret',
    'Secret thirty must not be committed',
  ],
  [
    `${manifests}/autoscaling.yaml`,
    'thirty_sockets',
    'thirty_seats',
    'the product exports no metric thirty_seats',
  ],
  [`${manifests}/ingress.yaml`, 'path: /readyz', 'path: /ready', '/readyz is not hidden'],
  [proxy, 'path /metrics* /readyz*', 'path /readyz*', 'Caddyfile: /metrics is not hidden'],
  [proxy, 'respond 404', 'respond 200', 'Caddyfile: /readyz is not hidden'],
  [`${manifests}/ingress.yaml`, /(path: \/metrics[^]*?name:) nothing/, '$1 web', '/metrics is not hidden'],
  [`${manifests}/autoscaling.yaml`, 'maxReplicas: 20', 'maxReplica: 20', 'maxReplica is unknown'],
  [
    `${manifests}/network.yaml`,
    'policyTypes: [Ingress, Egress]',
    'policyTypes: [Ingress]',
    'no policy denies all traffic by default',
  ],
  [`${manifests}/kustomization.yaml`, '  - network.yaml\n', '', 'network.yaml is not listed'],
  [
    `${manifests}/kustomization.yaml`,
    'newTag: 0.1.0',
    'newTag: latest',
    'thirty:latest has no exact version',
  ],
  [alerts, 'thirty_views_parked', 'thirty_parked_views', 'the product exports no metric thirty_parked_views'],
  [alerts, 'outcome="failed"', 'result="failed"', 'thirty_commands_total has no label result'],
  [
    alerts,
    'max by (view) (thirty_views_parked)',
    'max by (view) (thirty_views_parked',
    /ThirtyViewParked: syntax error/,
  ],
  [alerts, '#a-projection-is-parked', '#views', 'there is no docs/operations.md#views'],
  [
    alerts,
    "'{{ $externalLabels.runbooks }}#a-projection-is-parked'",
    'docs/operations.md#a-projection-is-parked',
    'docs/operations.md#a-projection-is-parked does not begin with {{ $externalLabels.runbooks }}',
  ],
  [
    'infra/deploy/observability/prometheus.yml',
    'https://git.example/thirty/blob/main/docs',
    'docs',
    /external_labels.runbooks/,
  ],
  [
    alerts,
    ' or absent(up{job="thirty", role="web"})',
    '',
    'ThirtyAllWebGone: silent when nothing is scraped any more',
  ],
  [alerts, ' or absent(thirty_views_led)', '', 'ThirtyViewUnled: silent when nothing is scraped any more'],
  [alerts, 'for: 1m', 'for: a minute', /for: Invalid/],
  [alerts, 'severity: warning', 'severity: some', /severity/],
  [
    'docs/operations.md',
    '### A projection is parked',
    '### Parked projections',
    'there is no docs/operations.md#a-projection-is-parked',
  ],
  [
    dashboard,
    'thirty_frame_bytes_bucket',
    'thirty_frame_size_bucket',
    'the product exports no metric thirty_frame_size_bucket',
  ],
  [dashboard, 'room=\\"all\\"', 'kind=\\"all\\"', 'thirty_sockets has no label kind'],
  [dashboard, '"id": 2,', '"id": 1,', 'two panels have the id 1'],
]

test.for(planted)('in %s, reports %j changed to %j', async ([file, before, after, finding]) => {
  const text = readFileSync(join(copy, file), 'utf8')
  const changed = text.replace(before, after)
  expect(changed).not.toBe(text)
  writeFileSync(join(copy, file), changed)
  const findings = await deployFindings(copy).catch((error: unknown) => [String(error)])
  const isExpected = (line: string) =>
    typeof finding === 'string' ? line.includes(finding) : finding.test(line)
  expect(findings).toSatisfy((all: string[]) => all.some(isExpected))
})
