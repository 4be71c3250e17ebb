import { passwordHasher } from '@thirty/command-api/accounts/password/password-hasher.ts'
import { personEvents, userIdOf } from '@thirty/projections/testing/event-builders.ts'
import { recordedEvents } from '@thirty/projections/testing/fold-events.ts'
import { expect, test } from 'vitest'
import { demoPassword } from '../../../command-api/demo/community.ts'
import { checkDemo } from './check-demo.ts'

const passwords = passwordHasher()
const local = { isProduction: false, host: '127.0.0.1', publicUrl: new URL('http://localhost:3000') }

/** A log with two accounts: one has the name of the owner of the demo, the other its own name. Both have this password. */
async function logWith(password: string, more: Parameters<typeof recordedEvents>[0] = []) {
  const hash = await passwords.hash(password)
  const names = { Ines: 'ines_duarte', Ada: 'ada' }
  const events = Object.entries(names).flatMap(([person, username]) => [
    personEvents(person).registered({ username }),
    { stream: `credentials-${userIdOf(person)}`, type: 'PasswordSet' as const, data: { hash } },
  ])
  return {
    async *readAll() {
      yield recordedEvents([...events, ...more])
    },
  }
}

test.each([
  ['a warning on this machine', local, 'warning'],
  ['a fault in production', { ...local, isProduction: true }, 'fault'],
  ['a fault where others reach it', { ...local, host: '0.0.0.0' }, 'fault'],
  ['a fault under a public address', { ...local, publicUrl: new URL('https://thirty.example') }, 'fault'],
])('the published password of the demo that still works is %s', async (_, config, state) => {
  const finding = await checkDemo(await logWith(demoPassword), config, passwords)
  expect(finding).toMatchObject({ check: 'demo', state, details: expect.arrayContaining(['ines_duarte']) })
  expect(finding?.details).not.toContain('ada')
})

test('nothing is found once the password was changed', async () => {
  expect(await checkDemo(await logWith('Another-password-7'), local, passwords)).toBeUndefined()
})

test('nothing is found once the accounts were deactivated, until one is active again', async () => {
  const { status } = personEvents('Ines')
  const [off, on] = [status('inactive'), status('active')]
  expect(await checkDemo(await logWith(demoPassword, [off]), local, passwords)).toBeUndefined()
  expect(await checkDemo(await logWith(demoPassword, [off, on]), local, passwords)).toBeDefined()
})
