import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type {
  CreatedPasskey,
  PasskeyOptions,
  UsedPasskey,
} from '@thirty/contracts/accounts/two-factor-api.ts'
import { isoCBOR } from '@simplewebauthn/server/helpers'

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
      // A COSE key: EC2, ES256, P-256 and the coordinates.
      const key = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ])
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, isoCBOR.encode(key)])
      const authData = authenticatorData(claims, 0x40, attested)
      const attestation = new Map<string, string | Map<string, string> | Uint8Array>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      return {
        ...credential,
        response: {
          clientDataJSON: clientData('webauthn.create', passkey, claims).toString('base64url'),
          attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
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
