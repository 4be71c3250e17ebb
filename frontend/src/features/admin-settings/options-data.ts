import type { ChangeOptionsResponse } from '@thirty/contracts/challenge/options-api.ts'
import { request } from '../../shared/http/http.ts'
import { liveData } from '../../shared/live/live-data.ts'
import { isAfter } from '../../shared/live/position.ts'

/** The options of the challenge. A change by another admin arrives as a message. */
export const optionsData = liveData({
  load: (_key: undefined, signal) => request('GET', '/api/admin/challenge/options', { signal }),
  messages: {
    'options.changed': {
      apply: (loaded, { options, position, epoch }) => ({ ...loaded, options, position, epoch }),
    },
  },
})

/** Shows the options after a change, unless the message about it or about a later one has arrived already. */
export const showChangedOptions = ({ options, position }: ChangeOptionsResponse): void =>
  optionsData.change((loaded) =>
    isAfter({ ...loaded, position }, loaded) ? { ...loaded, options, position } : loaded,
  )
