export declare const SERVER_FLAGS: readonly string[];
export declare function withCompileCache(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv;
