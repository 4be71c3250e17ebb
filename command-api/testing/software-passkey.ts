import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type {
  CreatedPasskey,
  PasskeyOptions,
  UsedPasskey,
} from '@thirty/contracts/accounts/two-factor-api.ts'

/** What an answer claims instead of the truth. */
export type PasskeyClaims = {
  origin?: string
  rpId?: string
  challenge?: string
  isVerified?: boolean
  counter?: number
}

/** An authenticator with one passkey (ES256), which answers as a browser does. `signIns` counts its signatures. */
export function softwarePasskey(publicUrl: URL) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let counter = 0
  let userHandle = ''

  const clientData = (type: string, { options }: PasskeyOptions, claims: PasskeyClaims) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: claims.challenge ?? options['challenge'],
        origin: claims.origin ?? publicUrl.origin,
        crossOrigin: false,
      }),
    )
  const authenticatorData = (claims: PasskeyClaims, flags: number, attested = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(claims.counter ?? (counter += 1))
    const verified = claims.isVerified === false ? 0 : 0x04
    return Buffer.concat([
      createHash('sha256')
        .update(claims.rpId ?? publicUrl.hostname)
        .digest(),
      Buffer.from([flags | 0x01 | verified]),
      count,
      attested,
    ])
  }
  const credential = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
  } as const

  return {
    id: credential.id,
    create: (passkey: PasskeyOptions, claims: PasskeyClaims = {}): CreatedPasskey => {
      // Safe: the options of a new passkey name its user.
      userHandle = (passkey.options['user'] as { id: string }).id
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const attested = Buffer.concat([
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        cborKey(Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')),
      ])
      return {
        ...credential,
        response: {
          clientDataJSON: clientData('webauthn.create', passkey, claims).toString('base64url'),
          attestationObject: cborAttestation(authenticatorData(claims, 0x40, attested)).toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    use: (passkey: PasskeyOptions, claims: PasskeyClaims = {}): UsedPasskey => {
      const client = clientData('webauthn.get', passkey, claims)
      const data = authenticatorData(claims, 0)
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
      return {
        ...credential,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
          userHandle,
        },
      }
    },
  }
}

/** A COSE key: EC2, ES256, P-256. */
const cborKey = (x: Buffer, y: Buffer) =>
  Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
    x,
    Buffer.from([0x22, 0x58, 0x20]),
    y,
  ])

/** `{ fmt: 'none', attStmt: {}, authData }` */
const cborAttestation = (data: Buffer) =>
  Buffer.concat([
    Buffer.from([0xa3, 0x63]),
    Buffer.from('fmt'),
    Buffer.from([0x64]),
    Buffer.from('none'),
    Buffer.from([0x67]),
    Buffer.from('attStmt'),
    Buffer.from([0xa0, 0x68]),
    Buffer.from('authData'),
    Buffer.from([0x58, data.length]),
    data,
  ])
