import { Router } from 'express'
import { passwords } from './accounts/password.ts'
import { accountRoutes, type AccountDeps } from './accounts/routes.ts'
import { challengeRoutes, type ChallengeDeps } from './challenge/routes.ts'
import { commands as commandsOn } from './handle.ts'
import { pictureNames } from './picture-name.ts'
import { projectRoutes, type ProjectDeps } from './projects/routes.ts'
import { ratingRoutes, type RatingDeps } from './ratings/routes.ts'

/** What the concepts ask for, less what is made here. */
type Deps = Omit<
  AccountDeps & ProjectDeps & RatingDeps & ChallengeDeps,
  'commands' | 'passwords' | 'pictureNames' | 'log'
> & {
  log: AccountDeps['log'] & Parameters<typeof commandsOn>[0]['log']
  /** A secret of this installation that stays the same. */
  secret: string
}

/** Everything that changes something: `accounts` for `/api/auth` and `/auth`, `api` for `/api`. */
export function commandRoutes({ secret, ...given }: Deps): { accounts: Router; api: Router } {
  const deps = { ...given, commands: commandsOn(given), pictureNames: pictureNames(secret) }
  return {
    accounts: accountRoutes({ ...deps, passwords: passwords() }),
    api: Router().use(projectRoutes(deps)).use(ratingRoutes(deps)).use(challengeRoutes(deps)),
  }
}
