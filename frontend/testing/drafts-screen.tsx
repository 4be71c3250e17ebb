import type { DayDraft, DraftVersion, SaveDraftRequest } from '@thirty/contracts/projects/drafts-api.ts'
import { challengeBriefs } from '@thirty/contracts/briefs/challenge-briefs.ts'
import { act, fireEvent, screen } from '@testing-library/react'
import { vi } from 'vitest'
import { emitFromServer } from './fake-socket.ts'
import { mockServer, type ReceivedRequest, type RouteHandler } from './mock-server.ts'
import { maya, ownProject } from './participant-fixtures.ts'
import { useCurrentDay } from '../src/shared/challenge/current-day.ts'
import { useSession } from '../src/shared/session/session.ts'
import { SubmitProjectScreen } from '../src/features/submit/submit-project-screen.tsx'
import { renderInRouter } from './render-in-router.tsx'

export const texts = {
  projectName: '',
  liveLink: '',
  repoLink: '',
  description: '',
  languages: '',
  frameworks: '',
}
export const versionOf = (version: string, projectName: string, minutesAgo = 5): DraftVersion => ({
  version,
  writtenAt: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
  // The screen writes it from the names, in its language.
  device: 'Firefox in English',
  browser: 'Firefox',
  system: 'Linux',
  content: { ...texts, projectName },
})

/** The drafts of the account. The routes change them as the server does. */
let account: DayDraft[]

/** Before each test: a participant is signed in, and neither the device nor the account has a draft. */
export function resetDrafts(): void {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  forgetDrafts()
  useSession.setState({ session: { kind: 'user', user: maya } })
  useCurrentDay.setState({ ...useCurrentDay.getInitialState(), isLoaded: true })
}

/** Takes all drafts from the account, as a submission on another device does. */
export function forgetDrafts(): void {
  account = []
}
export const versionsOf = (day: number) => account.find((draft) => draft.day === day)?.versions ?? []
/** The account now has these versions of the draft of a day. */
export const keep = (day: number, versions: DraftVersion[]) => {
  account = [...account.filter((draft) => draft.day !== day), { day, versions }]
  return { success: true, draft: { day, versions } }
}
export const saved: RouteHandler = ({ body }, day) => {
  // The form sends what the endpoint requires.
  const { version, replaces, content } = body as SaveDraftRequest
  const others = versionsOf(Number(day)).filter((other) => !replaces.includes(other.version))
  const own = { version, writtenAt: new Date().toISOString(), device: 'Chrome on Linux', content }
  return keep(Number(day), [own, ...others])
}
const discarded: RouteHandler = ({ body }, day) => {
  const { versions } = body as { versions: string[] }
  return keep(
    Number(day),
    versionsOf(Number(day)).filter(({ version }) => !versions.includes(version)),
  )
}

/** Shows the form with routes that keep drafts. */
export const renderScreen = (routes: Record<string, RouteHandler> = {}): ReceivedRequest[] => {
  const requests = mockServer({
    'GET /api/projects/my-projects': () => ({ success: true, projects: [ownProject(18)], counts: {} }),
    'GET /api/drafts': () => ({ success: true, drafts: account }),
    'PUT /api/drafts/:day': saved,
    'DELETE /api/drafts/:day': discarded,
    ...routes,
  })
  renderInRouter(<SubmitProjectScreen />)
  return requests
}
export const nameField = () => screen.findByLabelText<HTMLInputElement>('Project name')
export const typeName = async (text: string) =>
  fireEvent.change(await nameField(), { target: { value: text } })
export const chooseDay = async (day: number) => {
  fireEvent.click(await screen.findByRole('combobox', { name: /^Day/ }))
  const option = await screen.findByRole('option', { name: challengeBriefs[day - 1]?.title ?? '' })
  await act(async () => fireEvent.click(option))
}
/** Lets the pause pass after which a draft is sent, and the requests be answered. */
export const pause = (milliseconds = 1_500) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
export const changedElsewhere = (version: string | null) =>
  emitFromServer('draft.changed', { day: 19, version, at: new Date().toISOString() })
export const sentVersions = (requests: ReceivedRequest[]) =>
  // The form sends what the endpoint requires.
  requests.filter(({ method }) => method === 'PUT').map(({ body }) => body as SaveDraftRequest)

/** Types a text that the account then has, and an older one that a phone has written. */
export async function typeBesideThePhone() {
  await typeName('From the laptop')
  await pause()
  keep(19, [...versionsOf(19), versionOf('phone-1', 'From the phone')])
  await changedElsewhere('phone-1')
}
