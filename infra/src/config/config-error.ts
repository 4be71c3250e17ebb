/** An invalid configuration: one sentence for each error, naming its variable. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}
