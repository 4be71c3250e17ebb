export const SubmitProjectScreen = () => <h1 tabIndex={-1}>Submit project</h1>
