import { CreateBucketCommand, HeadBucketCommand, type S3Client } from '@aws-sdk/client-s3'
import { ConfigError } from '../../config/config-error.ts'
import type { S3Location } from './client.ts'
import { describeError, httpStatus } from './errors.ts'

/**
 * Ensures that the bucket exists and that the key may use it. Throws `ConfigError` when an operator has to change a
 * setting, and the client's error when the storage is down.
 */
export async function ensureBucket(client: S3Client, { bucket }: Pick<S3Location, 'bucket'>): Promise<void> {
  const checkBucket = () => refusalOf(client.send(new HeadBucketCommand({ Bucket: bucket })))
  const refusal = await checkBucket()
  if (refusal === undefined) return
  if (httpStatus(refusal) !== 404) {
    throw new ConfigError(
      `S3_BUCKET ${bucket} cannot be used: the storage responded with ${describeError(refusal)}. ` +
        'Check S3_ENDPOINT, S3_REGION and the key; it must be allowed to list, read, write and delete there.',
    )
  }
  const creationRefusal = await refusalOf(client.send(new CreateBucketCommand({ Bucket: bucket })))
  // Two processes that start at the same time may both find no bucket; one of them creates it.
  if (creationRefusal === undefined || (await checkBucket()) === undefined) return
  throw new ConfigError(
    `S3_BUCKET ${bucket} does not exist, and the storage does not allow us to create it: ${describeError(creationRefusal)}. ` +
      'Create it, or set another one.',
  )
}

/**
 * Returns the error with which the storage refused a call; `undefined` when it succeeded. Temporary errors are
 * thrown.
 */
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
