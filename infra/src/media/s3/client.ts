import { S3Client } from '@aws-sdk/client-s3'
import type { Config } from '../../config/config.ts'

/** Where pictures are kept, and the key that may read and write there. */
export type S3Location = NonNullable<Config['s3']>

/** Milliseconds: until connected, until the answer begins, and how long a transfer may stand still. */
export type S3Timeouts = { connect: number; response: number; idle: number }

const usual: S3Timeouts = { connect: 1_000, response: 4_000, idle: 15_000 }
/** Pictures that are sent to slow readers keep their connection; others must not wait for them. */
const mostConnections = 200

/** A client of the storage that gives up in time: two tries, each within its deadlines. */
export function s3Client(
  place: S3Location,
  { connect, response: answer, idle: stall }: S3Timeouts = usual,
): S3Client {
  const { endpoint, region, accessKeyId, secretAccessKey } = place
  const agent = { maxSockets: mostConnections, keepAlive: true }
  return new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Names of buckets as part of the host need a wildcard certificate and DNS, which few storages of one's own have.
    forcePathStyle: true,
    // Storages that speak S3 without being Amazon's refuse the checksums that the client adds by itself.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: connect,
      requestTimeout: answer,
      throwOnRequestTimeout: true,
      socketTimeout: stall,
      httpAgent: agent,
      httpsAgent: agent,
    },
  })
}
