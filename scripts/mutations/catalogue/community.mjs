export const communityMutations = [
  {
    row: 'T255',
    file: 'frontend/src/features/resources/resource-card.tsx',
    find: 'rel="noopener noreferrer"',
    replacement: 'rel="opener"',
    spec: 'frontend/src/features/resources/resources-screen.spec.tsx',
    testName: 'links open in a new tab, without access to this one and without the address of this page',
  },
  {
    row: 'T256',
    file: 'frontend/src/features/community/entry.tsx',
    find: `dir="auto">
    {text}
  </p>`,
    replacement: 'dir="auto" dangerouslySetInnerHTML={{ __html: text }} />',
    spec: 'frontend/src/app/user-content-escaping.spec.tsx',
    testName: '/community shows markup in user content',
  },
  {
    row: 'T256',
    file: 'frontend/src/features/community/discussions/discussion-view.tsx',
    find: `dir="auto">
          {title}
        </h2>`,
    replacement: 'dir="auto" dangerouslySetInnerHTML={{ __html: title }} />',
    spec: 'frontend/src/app/user-content-escaping.spec.tsx',
    testName: 'discussion=a shows markup in user content',
  },
  {
    row: 'T257',
    file: 'frontend/src/features/community/feed/feed.ts',
    find: 'return feed.items.length === 0 ? showArrivals(next) : next',
    replacement: 'return showArrivals(next)',
    spec: 'frontend/src/features/community/feed/feed.spec.ts',
    testName: 'holds back the activities of a message, newest first',
  },
  {
    row: 'T258',
    file: 'frontend/src/features/challenge/today/tasks.ts',
    find: '.slice(0, maxOwnTasks)',
    replacement: '',
    spec: 'frontend/src/features/challenge/today/tasks.spec.ts',
    testName: 'a list that is too long is cut',
  },
  {
    row: 'T259',
    file: 'frontend/src/features/resources/use-bookmarks.ts',
    find: 'if (isAdded && !isFinalRefusal(error)) {',
    replacement: 'if (isAdded && isFinalRefusal(error)) {',
    spec: 'frontend/src/features/resources/resources-screen.spec.tsx',
    testName: 'keeps a bookmark in the browser that the account could not receive, and moves it there later',
  },
]
