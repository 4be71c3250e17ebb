// The package has no types; these are the parts that the specs use.
declare module '@20minutes/s3rver' {
  import type { RequestListener } from 'node:http'

  type Options = {
    silent: boolean
    directory: string
    vhostBuckets: boolean
    allowMismatchedSignatures: boolean
  }
  export default class S3rver {
    constructor(options: Options)
    callback(): RequestListener
  }
}
