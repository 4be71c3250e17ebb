import type { Endpoint } from '@thirty/infra/http/endpoint.ts'
import { passwords } from './accounts/password.ts'
import { accountEndpoints, type AccountDeps } from './accounts/endpoints.ts'
import { challengeEndpoints, type ChallengeDeps } from './challenge/endpoints.ts'
import { discussionEndpoints, type DiscussionDeps } from './discussions/endpoints.ts'
import { completionEndpoints, type CompletionDeps } from './completions/endpoints.ts'
import { commands as commandsOn } from './handle.ts'
import { pictureNames } from './picture-name.ts'
import { projectEndpoints, type ProjectDeps } from './projects/endpoints.ts'
import { ratingEndpoints, type RatingDeps } from './ratings/endpoints.ts'

/** What the concepts ask for, less what is made here. */
type Deps = Omit<
  AccountDeps & ProjectDeps & RatingDeps & ChallengeDeps & CompletionDeps & DiscussionDeps,
  'commands' | 'passwords' | 'pictureNames' | 'log'
> & {
  log: AccountDeps['log'] & Parameters<typeof commandsOn>[0]['log']
  /** A secret of this installation that stays the same. */
  secret: string
}

/** Everything that changes something. */
export function commandEndpoints({ secret, ...given }: Deps): Endpoint[] {
  const deps = { ...given, commands: commandsOn(given), pictureNames: pictureNames(secret) }
  return [
    ...accountEndpoints({ ...deps, passwords: passwords() }),
    ...projectEndpoints(deps),
    ...ratingEndpoints(deps),
    ...challengeEndpoints(deps),
    ...completionEndpoints(deps),
    ...discussionEndpoints(deps),
  ]
}
