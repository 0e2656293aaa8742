export declare const SERVER_FLAGS: readonly string[];
export declare function nodeEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv;
