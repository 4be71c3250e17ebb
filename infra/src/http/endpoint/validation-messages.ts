import type { z } from 'zod'
import { rule } from '@thirty/contracts/texts/text.ts'

/**
 * Returns a readable message for a validation issue. Passed to a parse, it is used only where the schema defines no
 * message of its own, so the messages of the contracts win.
 */
export const validationMessage: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? rule('isMissing')
        : `This must be ${kinds[issue.expected] ?? 'something else'}.`
    case 'too_big':
      return isList(issue.origin)
        ? `This can have at most ${entries(issue.maximum)}.`
        : `This must be at most ${issue.maximum}${lengthUnit(issue.origin, issue.maximum)}.`
    case 'too_small':
      return isList(issue.origin)
        ? `This must have at least ${entries(issue.minimum)}.`
        : `This must be at least ${issue.minimum}${lengthUnit(issue.origin, issue.minimum)}.`
    case 'invalid_value':
      return issue.values.length === 1
        ? `This must be ${String(issue.values[0])}.`
        : `This must be one of: ${issue.values.map(String).join(', ')}.`
    case 'unrecognized_keys':
      return 'This field is not known.'
    case 'invalid_format':
    case 'not_multiple_of':
    case 'invalid_key':
    case 'invalid_element':
    case 'invalid_union':
    case 'custom':
      return 'This has the wrong format.'
  }
}

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

const isList = (origin: string): boolean => origin === 'array'
const entries = (count: number | bigint): string => (Number(count) === 1 ? '1 entry' : `${count} entries`)
const lengthUnit = (origin: string, length: number | bigint): string =>
  origin === 'string' ? ` ${Number(length) === 1 ? 'character' : 'characters'} long` : ''
