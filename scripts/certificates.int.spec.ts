import { spawnSync } from 'node:child_process'
import { chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { X509Certificate } from 'node:crypto'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from './child-process.mjs'

const script = 'infra/deploy/compose/certificates.sh'

/** An unprivileged user, because root could write read-only files. */
const unprivilegedUser = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined

/** Creates a checkout with only the script. Each run returns the certificates that it created. */
function checkout() {
  const folder = mkdtempSync(join(tmpdir(), 'thirty-certificates-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(dirname(join(folder, script)), { recursive: true })
  cpSync(join(root, script), join(folder, script))
  if (unprivilegedUser) chownSync(folder, unprivilegedUser.uid, unprivilegedUser.gid)
  const certificates = join(folder, 'data/certificates')
  const read = (name: string) => new X509Certificate(readFileSync(join(certificates, name)))
  return {
    certificates,
    run() {
      const { status, stderr } = spawnSync('sh', [join(folder, script)], {
        encoding: 'utf8',
        ...unprivilegedUser,
      })
      if (status !== 0) throw new Error(stderr)
      return { authority: read('ca.crt'), node: read('node.crt') }
    },
  }
}

test('creates a certificate, and renews it with the same authority', () => {
  const { certificates, run } = checkout()
  const first = run()
  const second = run()
  expect(second.authority.fingerprint256).toBe(first.authority.fingerprint256)
  expect(second.node.fingerprint256).not.toBe(first.node.fingerprint256)
  for (const { authority, node } of [first, second]) {
    expect(node.verify(authority.publicKey)).toBe(true)
    expect(node.checkHost('eventstore')).toBe('eventstore')
  }
  // Only its owner may read the key of the authority.
  expect(statSync(join(certificates, 'ca.key')).mode & 0o777).toBe(0o600)
  expect(statSync(certificates).mode & 0o777).toBe(0o700)
})
