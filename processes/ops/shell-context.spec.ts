import { expect, test } from 'vitest'
import { exitCodes, report, type ShellCommand } from './shell-context.ts'

test('a command has succeeded only if its result says so', () => {
  // Safe: a report uses nothing else.
  const command = { print: () => undefined, isJson: false } as unknown as ShellCommand
  expect(report(command, { success: true })).toBe(exitCodes.fine)
  expect(report(command, { success: false })).toBe(exitCodes.faultFound)
  expect(report(command, {})).toBe(exitCodes.faultFound)
})
