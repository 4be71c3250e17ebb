import { expect, test } from 'vitest'
import { accountProcesses, password } from '@thirty/command-api/testing/account-processes.ts'

test('an unknown name takes the same steps as a wrong password', async () => {
  const { memory, processOver, signUp, logIn } = accountProcesses()
  await signUp()
  /** Logs in, and returns the outcome with how many streams were read and passwords checked. */
  const stepsOf = async (name: string, secret = password) => {
    const steps = { reads: 0, checks: 0 }
    const read: typeof memory.log.read = (...from) => {
      steps.reads += 1
      return memory.log.read(...from)
    }
    const process = processOver({ ...memory.log, read })
    const matches: typeof process.passwords.matches = (...check) => {
      steps.checks += 1
      return process.passwords.matches(...check)
    }
    const counting = { ...process, passwords: { ...process.passwords, matches } }
    const outcome = await logIn(name, secret, counting).then(
      () => 'signed in',
      (error: { code: string }) => error.code,
    )
    return { outcome, ...steps }
  }
  const wrong = await stepsOf('ana', 'Wrong-horse-7')
  expect(wrong).toMatchObject({ outcome: 'wrong-credentials', checks: 1 })
  expect(await stepsOf('nobody')).toEqual(wrong)
  expect(await stepsOf('nobody@example.org')).toEqual(wrong)
  expect(await stepsOf('ana')).toEqual({ ...wrong, outcome: 'signed in' })
})
