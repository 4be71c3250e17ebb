import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Creates a certificate for localhost in a folder with openssl; it is its own authority. */
export function selfSignedCertificate(folder: string) {
  const [keyFile, certificateFile] = [join(folder, 'node.key'), join(folder, 'node.crt')]
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  const name = ['-days', '2', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const options = [...request, ...name, '-keyout', keyFile, '-out', certificateFile]
  execFileSync('openssl', options, { stdio: 'ignore' })
  return { certificateFile, privateKey: readFileSync(keyFile), chain: readFileSync(certificateFile) }
}
