// Stores images as objects of one bucket of an S3 storage, and marks the bucket with the event log to which its images belong.

import { Readable } from 'node:stream'
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { ConfigError } from '../config/config-error.ts'
import type { LogMark } from '../log-mark/log-mark.ts'
import { errorCode } from '../system-errors.ts'
import { imageNamePattern, MediaUnavailable, requireImageName, type Media } from './media.ts'

type S3Options = {
  timeouts?: typeof defaultTimeouts
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

async function openObject(client: S3Client, location: { Bucket: string; Key: string }) {
  const found = await client.send(new GetObjectCommand(location)).catch((error: unknown) => {
    if (isMissingObject(error)) return undefined
    throw error
  })
  if (!found) return undefined
  const { Body: content, ContentLength: size } = found
  if (content instanceof Readable && size !== undefined) return { size, content }
  throw new Error('The storage returned no image.')
}

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
const defaultTimeouts = { connect: 1_000, response: 4_000, idle: 15_000 }
/** Images for slow readers keep their connections; other requests must not wait for them. */
const maxConnections = 200

/** Creates a client that makes at most two attempts, each within its timeouts. */
function s3Client(location: S3Location, { connect, response, idle } = defaultTimeouts) {
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

/**
 * Ensures that the bucket exists and that the key may use it. Throws `ConfigError` when an operator has to change a
 * setting, and the client's error when the storage is down.
 */
async function ensureBucket(client: S3Client, { bucket }: Pick<S3Location, 'bucket'>): Promise<void> {
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

/** Returns the HTTP status of an error response; `undefined` when there was no response. */
function httpStatus(error: unknown): number | undefined {
  // Of an answer that it cannot read, such as a page of a proxy, the client throws an error of another type, also with the status.
  const metadata = error instanceof Error && '$metadata' in error ? error.$metadata : undefined
  const isResponse = typeof metadata === 'object' && metadata !== null && 'httpStatusCode' in metadata
  return isResponse && typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : undefined
}

/**
 * Returns why a call failed, as one word: the code of the storage or of the network. The error itself contains
 * requests and signatures, and its message may contain anything, so neither is passed on.
 */
function describeError(error: unknown): string {
  if (error instanceof ConfigError) return error.message
  if (!(error instanceof Error)) return 'unknown'
  const status = httpStatus(error)
  if (status !== undefined) return `${error.name} (HTTP ${status})`
  return errorCode(error) || error.name
}

/** Whether there is no such object. A missing bucket is a 404 too, and then no object would seem to exist. */
const isMissingObject = (error: unknown): boolean =>
  httpStatus(error) === 404 && describeError(error).startsWith('NoSuchKey')

/**
 * The mark of a bucket: the object with this name. A missing bucket is created. The methods throw what the client of S3 throws, and
 * `ConfigError`.
 */
export function bucketLogMark(location: S3Location, name: string): LogMark & { close(): void } {
  const client = s3Client(location)
  const object = { Bucket: location.bucket, Key: name }
  const read = async () => {
    await ensureBucket(client, location)
    try {
      const { Body } = await client.send(new GetObjectCommand(object))
      return (await Body?.transformToString())?.trim()
    } catch (error) {
      if (isMissingObject(error)) return undefined
      throw error
    }
  }
  return {
    read,
    claim: async (log) => {
      const owner = await read()
      if (owner !== undefined) return owner
      await client.send(new PutObjectCommand({ ...object, Body: `${log}\n`, ContentType: 'text/plain' }))
      // Another installation may have been as fast: the last one stays, and the other sees it now or at its next start.
      return (await read()) ?? log
    },
    close: () => client.destroy(),
  }
}
