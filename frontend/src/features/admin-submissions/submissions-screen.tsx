export const SubmissionsScreen = () => <h1 tabIndex={-1}>Submissions</h1>
