import { S3Client } from '@aws-sdk/client-s3'

/** The bucket for images, and the key that may read and write it. */
export type S3Location = {
  /** The storage; Amazon's in the region when missing. */
  endpoint?: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** Milliseconds: until the connection is open, until the response begins, and for a pause in a transfer. */
export type S3Timeouts = { connect: number; response: number; idle: number }

const defaultTimeouts: S3Timeouts = { connect: 1_000, response: 4_000, idle: 15_000 }
/** Images for slow readers keep their connections; other requests must not wait for them. */
const maxConnections = 200

/** Creates a client that makes at most two attempts, each within its timeouts. */
export function s3Client(
  location: S3Location,
  { connect, response, idle }: S3Timeouts = defaultTimeouts,
): S3Client {
  const { endpoint, region, accessKeyId, secretAccessKey } = location
  const agent = { maxSockets: maxConnections, keepAlive: true }
  return new S3Client({
    ...(endpoint !== undefined && { endpoint }),
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Bucket names in the host need a wildcard certificate and DNS, which self-hosted storages rarely have.
    forcePathStyle: endpoint !== undefined,
    // Other storages than Amazon's refuse the checksums that the client adds by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: connect,
      requestTimeout: response,
      throwOnRequestTimeout: true,
      socketTimeout: idle,
      httpAgent: agent,
      httpsAgent: agent,
    },
  })
}
