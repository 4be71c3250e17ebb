import { ConfigError } from '../../config/config.ts'

/** Oldest Redis whose scripts may ask for the time and write; older ones get no repairs any more either. */
const oldest = { major: 6, minor: 2 }

/**
 * Throws a `ConfigError` with a sentence for whoever runs the server if it would lose parts of a view by itself, or is
 * too old.
 * `info` is what the command INFO answers.
 */
export function checkServer(info: string): void {
  const fields = new Map(info.split('\r\n').map((line) => splitAt(line, ':')))
  const version = fields.get('redis_version') ?? '0.0'
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major < oldest.major || (major === oldest.major && minor < oldest.minor))
    throw new ConfigError(
      `REDIS_URL names a Redis ${version}, which is too old: ${oldest.major}.${oldest.minor} or newer is needed.`,
    )
  const policy = fields.get('maxmemory_policy') ?? 'noeviction'
  if (Number(fields.get('maxmemory') ?? 0) > 0 && policy !== 'noeviction')
    throw new ConfigError(
      `REDIS_URL names a Redis that would throw parts of the views away when its memory is full: set its maxmemory-policy to noeviction (it is ${policy}).`,
    )
}

function splitAt(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + mark.length)]
}
