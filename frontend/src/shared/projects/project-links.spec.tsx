// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { createMemoryRouter, RouterProvider } from '../navigation/router.ts'
import { PersonLink } from '../people/people.tsx'
import { ProjectLink } from './project-parts.tsx'

test.each([
  ['project', '/project/p1', () => <ProjectLink projectId="p1">Open</ProjectLink>],
  ['person', '/u/kenji', () => <PersonLink userId="kenji">Open</PersonLink>],
])(
  'a link to a %s says where it was followed, with search and filters',
  async (_what, pathname, Component) => {
    const router = createMemoryRouter([{ path: '*', Component }], {
      initialEntries: ['/community?tab=members'],
    })
    render(<RouterProvider router={router} />)
    await userEvent.click(screen.getByRole('link', { name: 'Open' }))
    expect(router.state.location).toMatchObject({ pathname, state: { from: '/community?tab=members' } })
  },
)
