import { errorCode } from '@thirty/infra/files/durable-files.ts'

/** What one check of the doctor has found, in a sentence. A warning is not a fault, but worth a look. */
export type Finding = {
  check: 'configuration' | 'demo' | 'log' | 'read models' | 'images' | 'outbox' | 'disk' | 'proxy'
  state: 'fine' | 'warning' | 'fault'
  message: string
  details?: readonly string[]
}

/** Returns a function that builds what a check has found. */
export const findingOf =
  (check: Finding['check']) =>
  (state: Finding['state'], message: string, details?: readonly string[]): Finding => ({
    check,
    state,
    message,
    ...(details && { details }),
  })

const signs: Readonly<Record<Finding['state'], string>> = { fine: '✓', warning: '!', fault: '✗' }
/** Details beyond these are in the JSON report only. */
const shownDetails = 10

/** Returns the lines of a report for a person. */
export const formatFinding = ({ state, message, details = [] }: Finding): string[] => [
  `${signs[state]} ${message}`,
  ...details.slice(0, shownDetails).map((detail) => `    ${detail}`),
  ...(details.length > shownDetails ? [`    and ${details.length - shownDetails} more`] : []),
]

/** Returns the message of an error for a sentence in a report: without its full stop. */
export const errorMessage = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\.$/, '')

/**
 * Returns what a file or folder has, and `missing` if there is none. Any other error is thrown: what cannot be read must not pass for
 * empty.
 */
export async function unlessMissing<Value>(read: Promise<Value>, missing: Value): Promise<Value> {
  try {
    return await read
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return missing
    throw error
  }
}
