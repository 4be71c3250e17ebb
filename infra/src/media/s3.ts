import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { Readable } from 'node:stream'
import { ConfigError } from '../config/config.ts'
import { requireImageName, imageNamePattern, MediaUnavailable, type Media, type OpenImage } from './media.ts'
import { ensureBucket } from './s3/bucket.ts'
import { s3Client, type S3Timeouts, type S3Location } from './s3/client.ts'
import { describeError, httpStatus } from './s3/errors.ts'

export type S3Options = {
  timeouts?: S3Timeouts
  /** Hears why the storage could not be used, in words without secrets, for whoever runs the product. */
  onError?: (reason: string) => void
}

/**
 * Pictures as objects of one bucket of an S3 storage. The bucket is made if need be; where that is not allowed, or the
 * storage refuses the key, this throws `ConfigError`. A storage that is away does not hold up the start.
 */
export async function s3Media(
  place: S3Location,
  { timeouts: deadlines, onError: onTrouble = () => undefined }: S3Options = {},
): Promise<Media> {
  const client = s3Client(place, deadlines)
  const { bucket: Bucket } = place
  let bucket: Promise<void> | undefined
  const bucketReady = async () => {
    bucket ??= ensureBucket(client, place)
    await bucket.catch((error: unknown) => {
      bucket = undefined
      throw error
    })
  }
  /** Runs one call to the storage. Whatever goes wrong with it is told, and thrown as `MediaUnavailable`. */
  const call = async <Answer>(what: string, run: () => Promise<Answer>): Promise<Answer> => {
    try {
      await bucketReady()
      return await run()
    } catch (error) {
      const reason = `${what}: ${describeError(error)}`
      onTrouble(reason)
      throw new MediaUnavailable(reason)
    }
  }

  await bucketReady().catch((error: unknown) => {
    if (error instanceof ConfigError) throw error
    onTrouble(`looking for the bucket: ${describeError(error)}`)
  })
  return {
    put: async (Key, Body) => {
      requireImageName(Key)
      const object = { Bucket, Key, Body, ContentType: 'image/webp' }
      await call('storing a picture', () => client.send(new PutObjectCommand(object)))
    },
    open: async (Key) =>
      imageNamePattern.test(Key)
        ? call('reading a picture', () => openObject(client, { Bucket, Key }))
        : undefined,
    remove: async (Key) => {
      if (!imageNamePattern.test(Key)) return
      await call('removing a picture', () => client.send(new DeleteObjectCommand({ Bucket, Key })))
    },
    close: async () => client.destroy(),
  }
}

async function openObject(
  client: S3Client,
  place: { Bucket: string; Key: string },
): Promise<OpenImage | undefined> {
  const found = await client.send(new GetObjectCommand(place)).catch((error: unknown) => {
    // A missing bucket is a 404 too, and everything would look as if it had never been there.
    if (httpStatus(error) === 404 && describeError(error).startsWith('NoSuchKey')) return undefined
    throw error
  })
  if (!found) return undefined
  const { Body: content, ContentLength: size } = found
  if (content instanceof Readable && size !== undefined) return { size, content }
  throw new Error('The storage answered without a picture.')
}
