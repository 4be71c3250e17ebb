// @vitest-environment happy-dom
import { render, screen, waitFor } from '@testing-library/react'
import type { ReactElement } from 'react'
import { MemoryRouter } from '../shared/navigation/router.ts'
import { beforeEach, expect, test } from 'vitest'
import { chloeProfile, ines, projectsResponse, tally } from '../../testing/admin-fixtures.ts'
import { kanban } from '../../testing/judging-screen.tsx'
import { mockServer } from '../../testing/mock-server.ts'
import { stubMedia } from '../../testing/window.ts'
import { ProjectResult } from '../features/admin-shell/search/search-box.tsx'
import { OutcomesDialog } from '../features/admin-submissions/selection/selection-bar.tsx'
import { SubmissionsScreen } from '../features/admin-submissions/submissions-screen.tsx'
import { ProjectListCard } from '../features/admin-judging/judged-projects.tsx'
import { formatNotification } from '../features/notifications/notifications-panel.tsx'
import { OwnProjectCard } from '../features/my-projects/my-projects-screen.tsx'
import { ProjectArticle } from '../features/project/project-screen.tsx'
import { ProjectPreview } from '../features/admin-users/users-list.tsx'
import { useSession } from '../shared/session/session.ts'

const projectName = `P${'\u0300\u0323'.repeat(20)}ulse`
const shown = 'P\u0300\u0323\u0300ulse'
const project = { ...tally, projectName, name: projectName }
const found = { ...project, user: { _id: 'ada', fullName: 'Ada King' } }

const places: [place: string, element: () => ReactElement][] = [
  ['preview', () => <ProjectPreview project={project} />],
  ['page of the project', () => <ProjectArticle project={project} />],
  ['own project', () => <OwnProjectCard project={project} />],
  ['search', () => <ProjectResult project={found} />],
  ['review desk', () => <SubmissionsScreen />],
  [
    'outcomes',
    () => (
      <OutcomesDialog
        outcomes={[{ projectName, outcome: { projectId: 'p', outcome: 'withdrawn' } }]}
        onClose={() => undefined}
      />
    ),
  ],
  [
    'judging',
    () => (
      <ProjectListCard id="all" title="All" list={{ projects: [{ ...kanban, projectName }], count: 1 }}>
        text
      </ProjectListCard>
    ),
  ],
]

beforeEach(() => {
  useSession.setState({ session: { kind: 'admin', user: ines } })
  stubMedia(true)
})

test.for(places)('stacked marks in the name of a project keep their line: %s', async ([, element]) => {
  mockServer({
    'GET /api/projects/all': () => projectsResponse([project]),
    'GET /api/users/:user/profile': () => chloeProfile,
  })
  render(<MemoryRouter>{element()}</MemoryRouter>)
  expect((await screen.findAllByText(shown)).length).toBeGreaterThan(0)
  await waitFor(() => expect(document.body.textContent).not.toContain(projectName))
})

test('stacked marks in the name of a project keep their line: notifications', () => {
  const notification = {
    id: 'n',
    kind: 'approved',
    text: '',
    position: '20',
    at: '2025-11-20T11:00:00.000Z',
    isUnread: false,
    project: { _id: 'p', projectName, day: 4 },
  } as const
  expect(formatNotification(notification, 0)).toContain(shown)
})
