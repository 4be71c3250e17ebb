import { CreateBucketCommand, HeadBucketCommand, type S3Client } from '@aws-sdk/client-s3'
import { ConfigError } from '../../config/config.ts'
import type { S3Location } from './client.ts'
import { describeError, httpStatus } from './errors.ts'

/**
 * Makes sure that the bucket is there and that the key may use it. Throws `ConfigError` when somebody has to change a
 * setting, and the error of the client when the storage is away.
 */
export async function ensureBucket(client: S3Client, { bucket }: Pick<S3Location, 'bucket'>): Promise<void> {
  const look = () => refusalOf(client.send(new HeadBucketCommand({ Bucket: bucket })))
  const refusal = await look()
  if (refusal === undefined) return
  if (httpStatus(refusal) !== 404) {
    throw new ConfigError(
      `S3_BUCKET ${bucket} cannot be used: the storage answered ${describeError(refusal)}. ` +
        'Check S3_ENDPOINT, S3_REGION and the key; it must be allowed to list, read, write and delete there.',
    )
  }
  const noMaking = await refusalOf(client.send(new CreateBucketCommand({ Bucket: bucket })))
  // Two processes that start together both find no bucket, and one of them makes it.
  if (noMaking === undefined || (await look()) === undefined) return
  throw new ConfigError(
    `S3_BUCKET ${bucket} is not there, and the storage does not let us make it: ${describeError(noMaking)}. ` +
      'Make it, or name another one.',
  )
}

/** With what the storage refused a call; `undefined` when it did not. Its own trouble passes by itself, and is thrown. */
async function refusalOf(call: Promise<unknown>): Promise<unknown> {
  try {
    await call
    return undefined
  } catch (error) {
    const status = httpStatus(error)
    if (status === undefined || status >= 500 || status === 429) throw error
    return error
  }
}
