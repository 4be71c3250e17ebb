import type { endpoints } from '@thirty/contracts/endpoints/endpoints.ts'
import { accountScenarios } from './accounts.ts'
import { adminScenarios } from './admins.ts'
import { participantScenarios } from './participants.ts'
import type { ScenariosOf } from './shared.ts'

/** Valid requests for every endpoint. The access tests send them in every role. */
export const requestScenarios: ScenariosOf<keyof typeof endpoints> = {
  ...accountScenarios,
  ...participantScenarios,
  ...adminScenarios,
}
