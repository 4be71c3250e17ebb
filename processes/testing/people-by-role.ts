import { operatorId } from '@thirty/contracts/team/operator.ts'
import type { Role } from './scenario.ts'
import type { Person, TestProduct } from './product.ts'

/** An admin, and a sender for every role. */
export type PeopleByRole = { admin: Person; senders: Record<Role, Person | undefined> }

/** Creates a person for every role. */
export async function createPeopleByRole(product: TestProduct): Promise<PeopleByRole> {
  const { participant, admin, adminWith, tokensAt, appendFor } = product
  const [U, X, P] = await Promise.all([participant(), participant(), participant()])
  const [I, broken, expired, older] = await Promise.all([
    participant(),
    participant(),
    participant(),
    participant(),
  ])
  const [A, PA] = await Promise.all([admin(), admin()])
  const [OR, RE, VI] = await Promise.all([adminWith('organiser'), adminWith('reviewer'), adminWith('viewer')])
  await appendFor(I, { type: 'UserStatusChanged', data: { status: 'inactive' } })
  await appendFor(older, { type: 'SessionsRevoked', data: { sessionVersion: 1 } })
  for (const person of [P, PA])
    await appendFor(person, { type: 'UserStatusChanged', data: { status: 'pending' } })
  const eightDays = 8 * 24 * 60 * 60 * 1000
  const expiredTokens = tokensAt(() => Date.now() - eightDays)
  const corrupt = (token: string) => token.slice(0, -2) + (token.endsWith('AA') ? 'BB' : 'AA')
  const asSignedUp = { V: undefined, U, X, I, A, OR, RE, VI, P, PA, older }
  return {
    admin: A,
    senders: {
      ...asSignedUp,
      O: {
        id: operatorId,
        email: '',
        username: operatorId,
        // Valid for a minute.
        get token() {
          return product.operatorToken()
        },
      },
      broken: { ...broken, token: corrupt(broken.token) },
      expired: { ...expired, token: expiredTokens.issue({ id: expired.id, version: 0 }) },
    },
  }
}
