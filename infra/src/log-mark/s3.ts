// The mark of a bucket: an object that says to which event log the data in the bucket belongs (`log-mark.ts`).

import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { ensureBucket, isMissingObject, s3Client, type S3Location } from '../media/s3.ts'
import type { LogMark } from './log-mark.ts'

/** The object with this name. A missing bucket is created. The methods throw what the client of S3 throws, and `ConfigError`. */
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
