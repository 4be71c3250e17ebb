import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Creates a certificate for a host in a folder with openssl; it is its own authority. */
export function selfSignedCertificate(folder: string, host = 'localhost') {
  const [keyFile, certificateFile] = [join(folder, 'node.key'), join(folder, 'node.crt')]
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  const name = ['-days', '2', '-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`]
  const options = [...request, ...name, '-keyout', keyFile, '-out', certificateFile]
  execFileSync('openssl', options, { stdio: 'ignore' })
  return { certificateFile, privateKey: readFileSync(keyFile), chain: readFileSync(certificateFile) }
}
