// Stores images as objects of one bucket of an S3 storage.

import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { Readable } from 'node:stream'
import { ConfigError } from '../config/config-error.ts'
import { requireImageName, imageNamePattern, MediaUnavailable, type Media, type OpenImage } from './media.ts'
import {
  ensureBucket,
  s3Client,
  describeError,
  isMissingObject,
  type S3Timeouts,
  type S3Location,
} from './s3/client.ts'

export type S3Options = {
  timeouts?: S3Timeouts
  /** Called with the reason why the storage could not be used, without secrets, for the operator. */
  onError?: (reason: string) => void
}

/**
 * Creates the bucket when missing; throws `ConfigError` when that is not allowed or the storage refuses the key. A storage that is down
 * does not delay the start.
 */
export async function s3Media(
  location: S3Location,
  { timeouts, onError = () => undefined }: S3Options = {},
): Promise<Media> {
  const client = s3Client(location, timeouts)
  const { bucket: Bucket } = location
  let bucket: Promise<void> | undefined
  const bucketReady = async () => {
    bucket ??= ensureBucket(client, location)
    await bucket.catch((error: unknown) => {
      bucket = undefined
      throw error
    })
  }
  /** Runs one call to the storage. Reports any error and throws it as `MediaUnavailable`. */
  const call = async <Result>(operation: string, run: () => Promise<Result>): Promise<Result> => {
    try {
      await bucketReady()
      return await run()
    } catch (error) {
      const reason = `${operation}: ${describeError(error)}`
      onError(reason)
      throw new MediaUnavailable(reason)
    }
  }

  await bucketReady().catch((error: unknown) => {
    if (error instanceof ConfigError) throw error
    onError(`looking for the bucket: ${describeError(error)}`)
  })
  return {
    put: async (Key, Body) => {
      requireImageName(Key)
      const object = { Bucket, Key, Body, ContentType: 'image/webp' }
      await call('storing an image', () => client.send(new PutObjectCommand(object)))
    },
    open: async (Key) =>
      imageNamePattern.test(Key)
        ? call('reading an image', () => openObject(client, { Bucket, Key }))
        : undefined,
    remove: async (Key) => {
      if (!imageNamePattern.test(Key)) return
      await call('removing an image', () => client.send(new DeleteObjectCommand({ Bucket, Key })))
    },
    close: async () => client.destroy(),
  }
}

async function openObject(
  client: S3Client,
  location: { Bucket: string; Key: string },
): Promise<OpenImage | undefined> {
  const found = await client.send(new GetObjectCommand(location)).catch((error: unknown) => {
    if (isMissingObject(error)) return undefined
    throw error
  })
  if (!found) return undefined
  const { Body: content, ContentLength: size } = found
  if (content instanceof Readable && size !== undefined) return { size, content }
  throw new Error('The storage returned no image.')
}
