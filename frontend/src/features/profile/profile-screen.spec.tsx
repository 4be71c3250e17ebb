// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { autocompletes } from '../../../testing/autocomplete.ts'
import { errorResponse, mockServer, networkError } from '../../../testing/mock-server.ts'
import type { ReceivedRequest, RouteHandler } from '../../../testing/mock-server.ts'
import { mockUpload } from '../../../testing/mock-upload.ts'
import { boardResponse, maya, meResponse } from '../../../testing/participant-fixtures.ts'
import { renderInRouter } from '../../../testing/render-in-router.tsx'
import { languages } from '../../shared/i18n/languages.ts'
import { ownAccount } from '../../shared/account/own-account.tsx'
import { useTheme } from '../../shared/preferences/theme.ts'
import { useSession } from '../../shared/session/session.ts'
import { ProfileScreen } from './profile-screen.tsx'

const full = {
  ...maya,
  bio: 'Likes small tools.',
  location: 'Gothenburg',
  website: 'https://maya.example.dev',
}
const server: Record<string, RouteHandler> = {
  'GET /api/auth/me': () => meResponse(full),
  'GET /api/leaderboard/leaderboard': () => boardResponse(),
}

beforeEach(() => {
  localStorage.setItem('token', 'of-maya')
  useTheme.getState().setChoice('light')
  useSession.setState({ session: { kind: 'user', user: full } })
})

const renderScreen = () => renderInRouter(<ProfileScreen />)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const edit = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Edit profile' }))
  const heading = await screen.findByRole('heading', { name: 'Edit profile' })
  await waitFor(() => expect(document.activeElement === heading).toBe(true))
}
const type = async (label: string | RegExp, text: string) => {
  const field = screen.getByLabelText(label)
  await userEvent.clear(field)
  if (text !== '') await userEvent.type(field, text)
}
/** Opens the form; the server accepts what it sends. */
const editAccepted = async () => {
  const requests = mockServer({
    ...server,
    'PUT /api/auth/profile': ({ body }) => ({
      success: true,
      position: '5',
      user: { ...full, ...(body as object) },
    }),
  })
  renderScreen()
  await edit()
  return requests
}
const saved = (requests: ReceivedRequest[]) =>
  requests.filter(({ method, path }) => method === 'PUT' && path === '/api/auth/profile')

test('shows that it is loading, then the profile with the standing', async () => {
  mockServer(server)
  renderScreen()
  expect(screen.getByRole('status').textContent).toContain('Loading')
  const card = within(await screen.findByRole('region', { name: 'Maya Lindgren' }))
  expect(card.getByText('@maya_lindgren')).toBeTruthy()
  expect(card.getByRole('link', { name: 'https://maya.example.dev' }).getAttribute('rel')).toContain(
    'nofollow',
  )
  expect(await card.findByText('rank')).toBeTruthy()
  expect(screen.getByText('Confirmed')).toBeTruthy()
})

test('a link that is to edit the profile opens the form', async () => {
  mockServer(server)
  renderInRouter(<ProfileScreen />, { pathname: '/profile', state: { edit: true } })
  expect(await screen.findByRole('heading', { name: 'Edit profile' })).toBeTruthy()
})

test('a profile that cannot be loaded can be requested again', async () => {
  const responses = [() => errorResponse(503, 'unavailable', 'The server is busy.'), () => meResponse(full)]
  mockServer({ ...server, 'GET /api/auth/me': () => responses.shift()?.() })
  renderScreen()
  expect(await screen.findByRole('heading', { name: 'The server is busy.' })).toBeTruthy()
  await press('Try Again')
  expect(await screen.findByRole('heading', { name: 'Profile', level: 1 })).toBeTruthy()
})

test('an empty profile says so, and a standing that failed is not available', async () => {
  mockServer({
    'GET /api/auth/me': () => meResponse({ ...maya, username: null }),
    'GET /api/leaderboard/leaderboard': networkError,
  })
  renderScreen()
  expect(await screen.findAllByText('Not given')).toHaveLength(4)
  expect(await screen.findAllByText('Not available')).toHaveLength(3)
})

test('an address that is not confirmed can get the link again', async () => {
  const requests = mockServer({
    ...server,
    'GET /api/auth/me': () => meResponse({ ...full, emailConfirmed: false }),
    'POST /api/auth/send-confirmation': () => ({ success: true, message: 'Sent.', sent: true }),
  })
  renderScreen()
  await userEvent.click(await screen.findByRole('button', { name: 'Send again' }))
  expect(await screen.findByText('Sent.')).toBeTruthy()
  expect(requests.at(-1)?.path).toBe('/api/auth/send-confirmation')
})

test('browsers fill in what the profile says about the user, and nothing else', async () => {
  await editAccepted()
  expect(autocompletes()).toMatchObject({
    fullName: 'name',
    username: 'username',
    location: 'on',
    website: 'url',
    bio: 'off',
  })
})

test('a change sends only its fields, and shows them here and in the session', async () => {
  const requests = await editAccepted()
  expect(screen.queryByText('Unsaved changes')).toBeNull()
  await type('Full name', 'Maya L')
  expect(screen.getByText('Unsaved changes')).toBeTruthy()
  expect(screen.queryByText('Profile updated successfully!')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Dark' }))
  await press('Save changes')
  expect(await screen.findByText('Profile updated successfully!')).toBeTruthy()
  expect(saved(requests).map(({ body }) => body)).toEqual([{ fullName: 'Maya L', theme: 'dark' }])
  expect(screen.getByRole('region', { name: 'Maya L' })).toBeTruthy()
  expect(useSession.getState().session).toMatchObject({ user: { fullName: 'Maya L' } })
  expect(useTheme.getState().choice).toBe('dark')
})

test('a change in another tab is neither undone nor overwritten', async () => {
  const requests = await editAccepted()
  act(() => ownAccount.change(() => meResponse({ ...full, location: 'Malmö' })))
  await type('Full name', 'Maya Berg')
  await press('Save changes')
  expect(await screen.findByText('Profile updated successfully!')).toBeTruthy()
  expect(saved(requests).map(({ body }) => body)).toEqual([{ fullName: 'Maya Berg' }])
})

test('https:// is added to a website without it', async () => {
  const requests = await editAccepted()
  await type(/^Website/, 'other.example.dev')
  await press('Save changes')
  await screen.findByText('Profile updated successfully!')
  expect(saved(requests)[0]?.body).toEqual({ website: 'https://other.example.dev' })
})

test('the texts that others may see are chosen one by one, and sent as a whole', async () => {
  const requests = await editAccepted()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Show website' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Show bio' }))
  await press('Save changes')
  await screen.findByText('Profile updated successfully!')
  expect(saved(requests)[0]?.body).toEqual({ publicFields: ['bio', 'website'] })
})

test('the email is read-only', async () => {
  mockServer(server)
  renderScreen()
  await edit()
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' }).readOnly).toBe(true)
})

test('Cancel throws the changes away', async () => {
  const requests = mockServer(server)
  renderScreen()
  await edit()
  await type('Full name', 'Somebody Else')
  await press('Cancel')
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Profile', level: 1 }))
  await edit()
  expect(screen.getByLabelText<HTMLInputElement>('Full name').value).toBe('Maya Lindgren')
  expect(saved(requests)).toEqual([])
})

test('a taken username is shown at its field, and other failures above the form', async () => {
  const message = 'Email or username is already taken'
  const responses: RouteHandler[] = [
    () => errorResponse(409, 'name-taken', message, { username: message }),
    networkError,
  ]
  mockServer({ ...server, 'PUT /api/auth/profile': (...args) => responses.shift()?.(...args) })
  renderScreen()
  await edit()
  await type(/^Username/, 'taken_name')
  await press('Save changes')
  await waitFor(() => expect(screen.getByLabelText(/^Username/).getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByText(message)).toBeTruthy()
  await type(/^Username/, 'other_name')
  await press('Save changes')
  expect(await screen.findByText('Profile update failed')).toBeTruthy()
})

const pick = (file: File) =>
  userEvent.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, file, {
    applyAccept: false,
  })

/** Replaces what happy-dom lacks: decoding and drawing of images. Returns the calls that release their memory. */
function fakeImages() {
  const [close, revoke] = [vi.fn<() => void>(), vi.fn<(url: string) => void>()]
  vi.stubGlobal('createImageBitmap', async () => ({ width: 400, height: 200, close }))
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:picked', revokeObjectURL: revoke }))
  HTMLCanvasElement.prototype.toBlob = (callback) => callback(new Blob(['webp'], { type: 'image/webp' }))
  return { close, revoke }
}
const photo = new File(['photo'], 'photo.jpg', { type: 'image/jpeg' })

test('a picked image is cropped, shown, and uploaded with Save', async () => {
  fakeImages()
  const answer = mockUpload()
  const requests = mockServer(server)
  renderScreen()
  await edit()
  await pick(photo)
  const dialog = within(await screen.findByRole('dialog', { name: 'Crop your image' }))
  expect(await dialog.findByLabelText('Zoom')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Use this image' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByText('Unsaved changes')).toBeTruthy()
  await press('Save changes')
  await waitFor(() =>
    answer(201, {
      success: true,
      position: '6',
      imageUrl: '/uploads/a.webp',
      thumbnailUrl: '/uploads/a-small.webp',
    }),
  )
  expect(await screen.findByText('Profile updated successfully!')).toBeTruthy()
  expect(useSession.getState().session).toMatchObject({ user: { profileImage: '/uploads/a.webp' } })
  expect(saved(requests)).toEqual([])
})

test('a removed image is gone everywhere, and the next change says nothing of the last one', async () => {
  const user = { ...full, profileImage: '/uploads/a.webp' }
  useSession.setState({ session: { kind: 'user', user } })
  const requests = mockServer({
    ...server,
    'GET /api/auth/me': () => meResponse(user),
    'DELETE /api/uploads/profile-image': () => ({ success: true, position: '6' }),
  })
  renderScreen()
  await edit()
  await press('Remove image')
  await press('Save changes')
  expect(await screen.findByText('Profile updated successfully!')).toBeTruthy()
  expect(requests.some(({ method }) => method === 'DELETE')).toBe(true)
  expect(useSession.getState().session).toMatchObject({ user: { profileImage: null } })
  await edit()
  expect(screen.queryByText('Profile updated successfully!')).toBeNull()
})

test('Cancel clears the picked image, and the memory of both images is released', async () => {
  const { close, revoke } = fakeImages()
  mockServer(server)
  renderScreen()
  await edit()
  await pick(photo)
  await userEvent.click(await screen.findByRole('button', { name: 'Use this image' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Remove image' })).toBeTruthy())
  await waitFor(() => expect(close).toHaveBeenCalledOnce())
  expect(revoke).not.toHaveBeenCalled()
  await press('Cancel')
  expect(revoke).toHaveBeenCalledExactlyOnceWith('blob:picked')
  await edit()
  expect(screen.queryByRole('button', { name: 'Remove image' })).toBeNull()
})

test('a file that is not an image is refused, and one that cannot be decoded says so', async () => {
  mockServer(server)
  renderScreen()
  await edit()
  await pick(new File(['text'], 'notes.txt', { type: 'text/plain' }))
  expect(screen.getByRole('alert').textContent).toBe('Choose an image, such as PNG, JPEG or WebP.')
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('broken')))
  await pick(photo)
  expect(await screen.findByText("This image can't be read. Please choose another one.")).toBeTruthy()
})

test('another language is saved, and then the page is loaded in it', async () => {
  const german = { ...full, language: 'de' }
  const requests = mockServer({
    ...server,
    'GET /api/auth/me': () => meResponse(german),
    'PUT /api/auth/profile': () => ({ success: true, position: '1', user: { ...german, language: 'en' } }),
  })
  const reload = vi.spyOn(location, 'reload').mockReturnValue()
  renderScreen()
  expect((await screen.findByText('Language')).nextSibling?.textContent).toBe('Deutsch')
  await edit()
  // The legend and the buttons have the same name, as for the theme.
  const [field = document.body] = screen.getAllByRole('group', { name: 'Language' })
  const choice = within(field)
  expect(
    choice
      .getAllByRole('button')
      .map((button) => [button.textContent, button.lang, button.getAttribute('aria-pressed')]),
  ).toEqual(
    languages.filter(({ complete }) => complete).map(({ name, code }) => [name, code, String(code === 'de')]),
  )
  await userEvent.click(choice.getByRole('button', { name: 'English' }))
  expect(reload).not.toHaveBeenCalled()
  await press('Save changes')
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(document.cookie).toBe('language=en')
  expect(saved(requests).map(({ body }) => body)).toEqual([{ language: 'en' }])
})

test('an account without a language has no choice while one language is offered', async () => {
  mockServer(server)
  renderScreen()
  await edit()
  const offered = languages.filter(({ complete }) => complete)
  expect(screen.queryAllByRole('group', { name: 'Language' }).length > 0).toBe(offered.length > 1)
})

test('unsaved changes of the profile are in its form again after a reload, until they are canceled', async () => {
  mockServer(server)
  const first = renderScreen()
  await edit()
  await type(/^Bio/, 'Likes small tools and long walks.')
  first.unmount()
  // On another device.
  const changed = meResponse({ ...full, location: 'Lund' })
  mockServer({ ...server, 'GET /api/auth/me': () => changed })
  ownAccount.change(() => changed)
  renderScreen()
  expect((await screen.findByLabelText<HTMLTextAreaElement>(/^Bio/)).value).toBe(
    'Likes small tools and long walks.',
  )
  expect(screen.getByLabelText<HTMLInputElement>(/^Location/).value).toBe('Lund')
  await press('Cancel')
  await edit()
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Bio/).value).toBe('Likes small tools.')
})
