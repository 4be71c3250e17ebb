import { spawnSync } from 'node:child_process'
import { chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { X509Certificate } from 'node:crypto'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from './child-process.mjs'

const script = 'infra/deploy/compose/certificates.sh'

/** Nobody in particular: whoever may do everything may also write what is for reading only. */
const somebody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined

/** A checkout with the script alone. Each run answers the certificate that it made. */
function checkout() {
  const folder = mkdtempSync(join(tmpdir(), 'thirty-certificates-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(dirname(join(folder, script)), { recursive: true })
  cpSync(join(root, script), join(folder, script))
  if (somebody) chownSync(folder, somebody.uid, somebody.gid)
  const certificates = join(folder, 'data/certificates')
  const read = (name: string) => new X509Certificate(readFileSync(join(certificates, name)))
  return {
    certificates,
    run() {
      const { status, stderr } = spawnSync('sh', [join(folder, script)], { encoding: 'utf8', ...somebody })
      if (status !== 0) throw new Error(stderr)
      return { authority: read('ca.crt'), node: read('node.crt') }
    },
  }
}

test('a certificate is made, and another one from the same authority before it ends', () => {
  const { certificates, run } = checkout()
  const first = run()
  const second = run()
  expect(second.authority.fingerprint256).toBe(first.authority.fingerprint256)
  expect(second.node.fingerprint256).not.toBe(first.node.fingerprint256)
  for (const { authority, node } of [first, second]) {
    expect(node.verify(authority.publicKey)).toBe(true)
    expect(node.checkHost('eventstore')).toBe('eventstore')
  }
  // The key of the authority is for its maker alone.
  expect(statSync(join(certificates, 'ca.key')).mode & 0o777).toBe(0o600)
  expect(statSync(certificates).mode & 0o777).toBe(0o700)
})
