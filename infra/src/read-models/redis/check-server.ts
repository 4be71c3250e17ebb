import { ConfigError } from '../../config/config-error.ts'

/** The oldest Redis whose scripts may read the time and then write; older ones get no fixes any more either. */
const minimumVersion = { major: 6, minor: 2 }

/**
 * Throws a `ConfigError` with a message for the operator if the server is too old or would evict parts of read
 * models. `info` is the output of the command INFO.
 */
export function checkServer(info: string): void {
  const field = (name: string) => new RegExp(`^${name}:(.*?)\r?$`, 'm').exec(info)?.[1]
  const version = field('redis_version') ?? '0.0'
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major < minimumVersion.major || (major === minimumVersion.major && minor < minimumVersion.minor))
    throw new ConfigError(
      `REDIS_URL names a Redis ${version}, which is too old: ${minimumVersion.major}.${minimumVersion.minor} or newer is needed.`,
    )
  const policy = field('maxmemory_policy') ?? 'noeviction'
  if (Number(field('maxmemory') ?? 0) > 0 && policy !== 'noeviction')
    throw new ConfigError(
      `REDIS_URL names a Redis that would evict parts of the read models when its memory is full: set its maxmemory-policy to noeviction (it is ${policy}).`,
    )
}
